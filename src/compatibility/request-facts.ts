import type { AccessRequest } from '../platform/access/caller.js';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { callKey } from './rule.js';
import { olderTier, tierOfHeaders } from './tier.js';

/** The older of the generations that its headers and its token name, if any. */
export const clientTierOf = ({ headers, compatibility = null }: AccessRequest): ClientTier | null =>
  olderTier(tierOfHeaders(headers), compatibility);

/** The request's call, such as `POST /sms/:`, once it is routed. */
export function callOf({ method, route }: AccessRequest): string {
  const { path = '' } = (route as { path?: string } | undefined) ?? {};
  return callKey(method, path);
}
