import type { NextFunction, Request, RequestHandler, Response } from 'express';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/**
 * Converts a request target in absolute form (RFC 9112 3.2.2), which clients send to proxies, to a path. Removes conditional headers,
 * because responses always have an envelope and never the status 304.
 */
export function normaliseRequest(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (ABSOLUTE_FORM.test(request.url)) {
      const path = request.url.replace(ABSOLUTE_FORM, '');
      request.url = request.originalUrl = path.startsWith('/') ? path : `/${path}`;
    }
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    next();
  };
}
