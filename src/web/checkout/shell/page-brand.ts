import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import { accentPath, logoPath } from './brand/brand-paths.js';

/** A seller's brand for the shell's templates. */
export interface PageBrand {
  name: string;
  /** Instead of a logo. */
  initial: string;
  logoUrl: string | null;
  accentUrl: string | null;
}

/** @param link turns a path of this origin into the address that the browser must use. */
export function pageBrand(seller: string, brand: ServiceBrand | null, link: (path: string) => string): PageBrand {
  const name = brand?.name ?? seller;
  return {
    name,
    initial: /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '',
    logoUrl: brand?.logo ? link(logoPath(brand.logo)) : null,
    accentUrl: brand?.accent ? link(accentPath(brand.accent)) : null,
  };
}
