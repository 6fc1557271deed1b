import { createHash } from 'node:crypto';
import type { AccessRequest } from '../access/caller.js';

/** What makes two requests the same one. */
export type FingerprintedRequest = Pick<AccessRequest, 'method' | 'route' | 'params' | 'bodyBytes'>;

/**
 * Tells one request under an `Idempotency-Key` from another: by method, path and every byte of the body. The path is the route's with what
 * it names, however it was written (a slash at its end, escaped characters). The query does not matter: no POST of partners reads it.
 * @throws Error when the body was not read.
 */
export function fingerprintOf({ method, route, params, bodyBytes }: FingerprintedRequest): Buffer {
  if (!bodyBytes) throw new Error('The body of a request with an Idempotency-Key was not read');
  const { path: pattern } = route as { path: string };
  const path = pattern.replace(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return createHash('sha256').update(`${method} ${path}\n`).update(bodyBytes).digest();
}
