import type { AccessRequest } from '../platform/access/caller.js';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { callKey } from './rule.js';
import { olderTier, tierOf } from './tier.js';

/** By what its headers say and by its token: a header takes nothing from a token that was made for an older one. */
export const clientTierOf = ({ headers, compatibility = null }: AccessRequest): ClientTier | null =>
  olderTier(tierOf(headers), compatibility);

/** The call that a request is, once it has found its route. */
export function callOf({ method, route }: AccessRequest): string {
  const { path = '' } = (route as { path?: string } | undefined) ?? {};
  return callKey(method, path);
}
