import type { Request } from 'express';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';

const PASSWORD = 'x-sim-password';

/**
 * Row 3: the oldest clients send a key and a password, of which the password is the token. It is judged like any other: by the same
 * guard, counted by the same limit, and it is in no header any more that something could print. A bearer token wins.
 */
export function takePasswordForToken({ headers }: Request, tier: ClientTier): void {
  if (tier !== 'B') return;
  const { [PASSWORD]: password, authorization } = headers;
  delete headers[PASSWORD];
  if (authorization === undefined && typeof password === 'string') headers.authorization = `Bearer ${password}`;
}

/** Row 10: the Kotlin library puts a slash before a path that begins with one. */
export function joinSlashes(request: Request): void {
  if (request.url.startsWith('//')) request.url = request.originalUrl = request.url.replace(/^\/+/, '/');
}
