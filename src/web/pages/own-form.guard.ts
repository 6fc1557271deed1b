import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';

/** Another website must not send the forms of our pages through a visitor's browser. */
@Injectable()
export class OwnFormGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST' && !isOfThisOrigin(request)) throw new ForbiddenException();
    return true;
  }
}

/**
 * Browsers say in `Sec-Fetch-Site` where a form came from; those that do not (old ones, and any on plain http) may name an
 * `Origin`, which is `null` for our own forms because our pages send no referrer.
 */
function isOfThisOrigin(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('origin');
  if (origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && new URL(origin).host === request.get('host');
}
