import type { AccessRequest } from '../platform/access/caller.js';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { callKey } from './rule.js';
import { olderTier, tierOfHeaders } from './tier.js';

/** The client tier of a request: the older of the tiers that its headers and its token show. Null when neither names a tier. */
export const clientTierOf = ({ headers, compatibility = null }: AccessRequest): ClientTier | null =>
  olderTier(tierOfHeaders(headers), compatibility);

/** Method and route of a request, such as `POST /sms/:`. The route is empty when none matched. */
export function callOf({ method, route }: AccessRequest): string {
  const { path = '' } = (route as { path?: string } | undefined) ?? {};
  return callKey(method, path);
}
