import type { LogoType, ServiceBrand } from '../../../../platform/partners/brand/service-brand.js';

export const BRANDS = '/brands';

const LOGO = /^([0-9a-f]{64})\.(svg|png)$/;
const ACCENT = /^accent-([0-9a-f]{6})\.css$/;

/** The logo's address, which contains its hash. */
export function logoPath({ hash, type }: NonNullable<ServiceBrand['logo']>): string {
  return `${BRANDS}/${hash}.${type}`;
}

/** @param accent `#rrggbb` */
export function accentPath(accent: string): string {
  return `${BRANDS}/accent-${accent.slice(1)}.css`;
}

/** Reads the last part of such an address; null for any other text. */
export function readBrandFile(file: string): { logo: { hash: string; type: LogoType } } | { accent: string } | null {
  const [, hash, type] = LOGO.exec(file) ?? [];
  if (hash) return { logo: { hash, type: type as LogoType } };
  const [, colour] = ACCENT.exec(file) ?? [];
  return colour ? { accent: `#${colour}` } : null;
}
