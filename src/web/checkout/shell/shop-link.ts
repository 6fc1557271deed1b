/** The way to a shop, and whose it is. */
export interface ShopLink {
  url: string;
  host: string;
}

/** The partner's address is a link on our page: nothing but http and https gets there. */
export function shopLink(url: string | null): ShopLink | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href, host } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? { url: href, host } : null;
}
