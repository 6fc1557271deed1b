import type { IncomingHttpHeaders } from 'node:http';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';

/** Begins the headers in which clients of earlier generations name themselves; today's clients send none of them. */
const PREFIX = 'x-sim-';
/** The oldest authenticate by a key and a password instead of a bearer token. */
const KEY = 'x-sim-key';

/** The generation that a request's headers name; null when they name none. */
export function tierOfHeaders(headers: IncomingHttpHeaders): ClientTier | null {
  if (headers[KEY] !== undefined) return 'B';
  for (const name in headers) if (name.startsWith(PREFIX)) return 'A';
  return null;
}

/** The older of two generations. */
export const olderTier = (one: ClientTier | null, other: ClientTier | null): ClientTier | null =>
  one === 'B' || other === 'B' ? 'B' : (one ?? other);

/** Whether a rule applies to clients of this generation. Rules for the newer one apply to the older one, too. */
export const isFor = (rule: ClientTier, client: ClientTier): boolean => rule === 'A' || client === 'B';
