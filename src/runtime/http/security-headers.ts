import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { isBelow } from './edge/is-below.js';

/**
 * Sets security headers of all responses: nothing may be loaded or framed. Pages relax these rules for themselves. JSON responses omit
 * headers that only matter for pages.
 * @param pages paths below which there are pages, such as `/docs`
 */
export function securityHeaders(https: boolean, pages: readonly string[]): RequestHandler {
  const common = {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: https,
  };
  const setForPages = helmet(common);
  const setForJson = helmet({
    ...common,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (request: Request, response: Response, next: NextFunction) => {
    if (isBelow(pages, request.path)) return setForPages(request, response, next);
    response.setHeader('Cache-Control', 'no-store');
    setForJson(request, response, next);
  };
}
