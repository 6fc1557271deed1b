import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const PAGE = /^\/(?:pay|assets|docs)(?:\/|$)/i;

/**
 * Headers of every answer: nothing may be loaded or framed. Pages allow themselves what they need where they are made; answers
 * of JSON leave out what only tells a browser how to show a page.
 */
export function securityHeaders(https: boolean): RequestHandler {
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
    if (PAGE.test(request.path)) return ofPages(request, response, next);
    response.setHeader('Cache-Control', 'no-store');
    ofAnswers(request, response, next);
  };
}
