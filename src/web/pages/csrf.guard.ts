import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { PUBLIC_URL_LOCAL } from '../../runtime/http/request-url.decorator.js';

/** Keeps other websites from sending forms to our pages through a visitor's browser. */
@Injectable()
export class CsrfGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST' && !isOfThisOrigin(request)) throw new ForbiddenException();
    return true;
  }
}

/**
 * Browsers send the source of a form in `Sec-Fetch-Site`; old ones, and all on plain http, send an `Origin` instead. Our forms have our origin;
 * `null` is that of a sandboxed frame, a file or a page that hides its address. Programs that are no browsers send neither.
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

/** The host that browsers see; a proxy may send another one. */
function publicHostOf({ app }: Request): string | null {
  const url: unknown = app.get(PUBLIC_URL_LOCAL);
  return typeof url === 'string' ? new URL(url).host : null;
}
