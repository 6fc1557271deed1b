import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

/**
 * Headers of every answer: nothing may be loaded or framed. Pages relax that for themselves. JSON answers leave out the headers that only matter
 * for pages.
 * @param pages paths below which there are pages: `/docs`
 */
export function securityHeaders(https: boolean, pages: readonly string[]): RequestHandler {
  const common = {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: https,
  };
  const ofPages = helmet(common);
  const ofAnswers = helmet({
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
    if (isBelow(pages, request.path)) return ofPages(request, response, next);
    response.setHeader('Cache-Control', 'no-store');
    ofAnswers(request, response, next);
  };
}

function isBelow(paths: readonly string[], asked: string): boolean {
  const path = asked.toLowerCase();
  return paths.some((each) => path === each || path.startsWith(`${each}/`));
}
