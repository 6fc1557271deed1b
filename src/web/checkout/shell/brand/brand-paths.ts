import type { LogoType, ServiceBrand } from '../../../../platform/partners/brand/service-brand.js';

export const BRANDS = '/brands';

const LOGO = /^([0-9a-f]{64})\.(svg|png)$/;
const ACCENT = /^accent-([0-9a-f]{6})\.css$/;

/** An address that always means the same picture. */
export function logoPath({ hash, type }: NonNullable<ServiceBrand['logo']>): string {
  return `${BRANDS}/${hash}.${type}`;
}

/** @param accent `#rrggbb` */
export function accentPath(accent: string): string {
  return `${BRANDS}/accent-${accent.slice(1)}.css`;
}

/** What the last part of such an address means; null when it is none. */
export function readBrandFile(file: string): { logo: { hash: string; type: LogoType } } | { accent: string } | null {
  const [, hash, type] = LOGO.exec(file) ?? [];
  if (hash) return { logo: { hash, type: type as LogoType } };
  const [, colour] = ACCENT.exec(file) ?? [];
  return colour ? { accent: `#${colour}` } : null;
}
