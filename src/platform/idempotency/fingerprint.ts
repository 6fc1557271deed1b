import { createHash } from 'node:crypto';
import type { AccessRequest } from '../access/caller.js';

/** The parts of a request that its fingerprint covers. */
export type FingerprintedRequest = Pick<AccessRequest, 'method' | 'route' | 'params' | 'bodyBytes'>;

/**
 * SHA-256 over method, path and every byte of the body. It distinguishes different requests with the same `Idempotency-Key`. The spelling
 * of the path (a slash at its end, escaped characters) does not change it. The query is not covered because no POST of partners reads a
 * query.
 * @throws Error when the body was not read.
 */
export function fingerprintOf({ method, route, params, bodyBytes }: FingerprintedRequest): Buffer {
  if (!bodyBytes) throw new Error('The body of a request with an Idempotency-Key was not read');
  const { path: pattern } = route as { path: string };
  const path = pattern.replace(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return createHash('sha256').update(`${method} ${path}\n`).update(bodyBytes).digest();
}
