import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PUBLIC_URL_LOCAL } from '../../runtime/http/request-url.decorator.js';

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
 * Browsers say in `Sec-Fetch-Site` where a form came from; those that do not (old ones, and any on plain http) may name an `Origin`. Our own
 * forms have ours: `null` is that of a sandboxed frame, a file or a page that hides where it is. What is no browser names neither.
 */
function isOfThisOrigin(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('origin');
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.get('host') || host === publicHostOf(request);
}

/** A proxy may name another host than the one that browsers see. */
function publicHostOf({ app }: Request): string | null {
  const url: unknown = app.get(PUBLIC_URL_LOCAL);
  return typeof url === 'string' ? new URL(url).host : null;
}
