import type { Request } from 'express';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';

const PASSWORD = 'x-sim-password';

/**
 * Clients of tier B (docs/compatibility.md) send a key and a password, and the password is the token. The password becomes a bearer token,
 * so that the same guard and the same rate limit apply. The header of the password is removed, because it might be logged. An
 * `Authorization` header takes precedence.
 */
export function passwordAsToken({ headers }: Request, tier: ClientTier): void {
  if (tier !== 'B') return;
  const { [PASSWORD]: password, authorization } = headers;
  delete headers[PASSWORD];
  if (authorization === undefined && typeof password === 'string') headers.authorization = `Bearer ${password}`;
}

/** The Kotlin library puts a slash before a path that already begins with a slash. */
export function collapseSlashes(request: Request): void {
  if (request.url.startsWith('//')) request.url = request.originalUrl = request.url.replace(/^\/+/, '/');
}
