import type { AccessRequest } from '../platform/access/caller.js';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { callKey } from './rule.js';
import { tierOf } from './tier.js';

/** By what its headers say, and otherwise by the token it was let in with. */
export const clientTierOf = ({ headers, caller }: AccessRequest): ClientTier | null => tierOf(headers) ?? caller?.compatibility ?? null;

/** The call that a request is, once it has found its route. */
export function callOf({ method, route }: AccessRequest): string {
  const { path = '' } = (route as { path?: string } | undefined) ?? {};
  return callKey(method, path);
}
