import type { ServiceBrand } from '../../../platform/partners/brand/service-brand.js';
import { accentPath, logoPath } from './brand/brand-paths.js';

/** A service's brand for the shell's templates. */
export interface PageBrand {
  name: string;
  /** The first letter or digit of the name, shown when there is no logo. */
  initial: string;
  logoUrl: string | null;
  accentUrl: string | null;
}

/** @param link adds the origin's path prefix to a path. */
export function pageBrand(seller: string, brand: ServiceBrand | null, link: (path: string) => string): PageBrand {
  const name = brand?.name ?? seller;
  return {
    name,
    initial: /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '',
    logoUrl: brand?.logo ? link(logoPath(brand.logo)) : null,
    accentUrl: brand?.accent ? link(accentPath(brand.accent)) : null,
  };
}
