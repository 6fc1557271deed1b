import { parseUrl } from '../../../common/parse-url.js';

/** A link to the shop, with the host as text. */
export interface ShopLink {
  url: string;
  host: string;
}

/** Only http and https URLs become links, because the partner chose the URL. */
export function shopLink(url: string | null): ShopLink | null {
  const parsed = url === null ? null : parseUrl(url);
  if (!parsed) return null;
  const { protocol, href, host } = parsed;
  return protocol === 'http:' || protocol === 'https:' ? { url: href, host } : null;
}

/** The shop's home page, for a failed payment without a `failureUrl`. */
export function shopFront(successUrl: string | null): ShopLink | null {
  const link = shopLink(successUrl);
  return link && { ...link, url: new URL('/', link.url).href };
}
