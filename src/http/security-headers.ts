import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** Pages are protected where they are made; the interactive API documentation has inline scripts of its own. */
const PAGE = /^\/(?:pay|assets|docs)(?:\/|$)/i;

/** Headers of every answer. Those of JSON leave out what only tells a browser how to show a page. */
export function securityHeaders(https: boolean): RequestHandler {
  const common = { contentSecurityPolicy: false, strictTransportSecurity: https } as const;
  const ofPages = helmet(common);
  const ofAnswers = helmet({
    ...common,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (request: Request, response: Response, next: NextFunction) => {
    if (PAGE.test(request.path)) return ofPages(request, response, next);
    response.setHeader('Cache-Control', 'no-store');
    ofAnswers(request, response, next);
  };
}
