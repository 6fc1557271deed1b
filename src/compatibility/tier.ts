import type { IncomingHttpHeaders } from 'node:http';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';

/** By what clients of earlier generations name themselves; today's have no such headers. */
const PREFIX = 'x-sim-';
/** The oldest authenticate by a key and a password instead of a bearer token. */
const KEY = 'x-sim-key';

/** What a request's headers say of the generation of its client; null: nothing. */
export function tierOf(headers: IncomingHttpHeaders): ClientTier | null {
  if (headers[KEY] !== undefined) return 'B';
  for (const name in headers) if (name.startsWith(PREFIX)) return 'A';
  return null;
}

/** The older of two generations. */
export const olderTier = (one: ClientTier | null, other: ClientTier | null): ClientTier | null =>
  one === 'B' || other === 'B' ? 'B' : (one ?? other);

/** Whether a client of this generation gets what a rule is for: the older one gets all of the newer one's as well. */
export const isFor = (rule: ClientTier, client: ClientTier): boolean => rule === 'A' || client === 'B';
