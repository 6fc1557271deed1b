import type { Request } from 'express';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';

const PASSWORD = 'x-sim-password';

/**
 * Row 3: the oldest clients send a key and a password, and the password is the token. It becomes a bearer token here, so the same guard and the
 * same limit apply, and its own header, which might be logged, is removed. A bearer token takes precedence.
 */
export function passwordAsToken({ headers }: Request, tier: ClientTier): void {
  if (tier !== 'B') return;
  const { [PASSWORD]: password, authorization } = headers;
  delete headers[PASSWORD];
  if (authorization === undefined && typeof password === 'string') headers.authorization = `Bearer ${password}`;
}

/** Row 10: the Kotlin library puts a slash before a path that begins with one. */
export function collapseSlashes(request: Request): void {
  if (request.url.startsWith('//')) request.url = request.originalUrl = request.url.replace(/^\/+/, '/');
}
