import type { Request } from 'express';

/**
 * Whether a form came from a page of this origin. Browsers say so in `Sec-Fetch-Site`; those that do not (old ones, and
 * any on plain http) may name an `Origin`, which is `null` for our own forms because our pages send no referrer.
 */
export function isSameOriginForm(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('origin');
  if (origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}
