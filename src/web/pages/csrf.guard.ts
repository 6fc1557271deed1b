import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { parseUrl } from '../../common/parse-url.js';
import { PUBLIC_URL_LOCAL } from '../../runtime/http/request-url.decorator.js';

/** Rejects forms that other websites send to the gateway's pages through a visitor's browser. */
@Injectable()
export class CsrfGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'POST' && !isSameOrigin(request)) throw new ForbiddenException();
    return true;
  }
}

/**
 * Browsers send the source of a form in `Sec-Fetch-Site`; `none` means that no page sent it. Old browsers, and all browsers on plain http,
 * send only `Origin`. A sandboxed frame, a file or a page that hides its URL has the origin `null`, which is rejected. Programs that are no
 * browsers send neither header and are accepted.
 */
function isSameOrigin(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('origin');
  if (origin === undefined) return true;
  const host = parseUrl(origin)?.host;
  return host !== undefined && (host === request.get('host') || host === publicHostOf(request));
}

/** The public host. The `Host` header may differ behind a proxy. */
function publicHostOf({ app }: Request): string | null {
  const url: unknown = app.get(PUBLIC_URL_LOCAL);
  return typeof url === 'string' ? new URL(url).host : null;
}
