import type { IncomingHttpHeaders } from 'node:http';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';

/** Prefix of the headers by which older client libraries identify themselves. Current clients send no header with this prefix. */
const PREFIX = 'x-sim-';
/** Clients of tier B authenticate by a key and a password instead of a bearer token. */
const KEY = 'x-sim-key';

/** The client tier that the headers of a request show. Null when the headers show none. */
export function tierOfHeaders(headers: IncomingHttpHeaders): ClientTier | null {
  if (headers[KEY] !== undefined) return 'B';
  for (const name in headers) if (name.startsWith(PREFIX)) return 'A';
  return null;
}

/** The older of two tiers. Tier B is older than tier A. */
export const olderTier = (first: ClientTier | null, second: ClientTier | null): ClientTier | null =>
  first === 'B' || second === 'B' ? 'B' : (first ?? second);

/** Whether a rule applies to a client. Rules for the newer tier A apply to the older tier B, too. */
export const isFor = (rule: ClientTier, client: ClientTier): boolean => rule === 'A' || client === 'B';
