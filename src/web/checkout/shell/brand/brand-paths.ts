import type { LogoType, ServiceBrand } from '../../../../platform/partners/brand/service-brand.js';

export const BRANDS = '/brands';

const LOGO_FILE = /^([0-9a-f]{64})\.(svg|png)$/;
const ACCENT_FILE = /^accent-([0-9a-f]{6})\.css$/;

/** The path of a logo. It contains the hash of the content. */
export function logoPath({ hash, type }: NonNullable<ServiceBrand['logo']>): string {
  return `${BRANDS}/${hash}.${type}`;
}

/** @param accent `#rrggbb` */
export function accentPath(accent: string): string {
  return `${BRANDS}/accent-${accent.slice(1)}.css`;
}

/** Parses the last part of a path of `logoPath` or `accentPath`. @returns null for any other text. */
export function readBrandFile(file: string): { logo: { hash: string; type: LogoType } } | { accent: string } | null {
  const [, hash, type] = LOGO_FILE.exec(file) ?? [];
  if (hash) return { logo: { hash, type: type as LogoType } };
  const [, colour] = ACCENT_FILE.exec(file) ?? [];
  return colour ? { accent: `#${colour}` } : null;
}
