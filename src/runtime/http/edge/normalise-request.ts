import type { NextFunction, Request, RequestHandler, Response } from 'express';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/**
 * Requests as everything behind this expects them. A target may come in absolute form (RFC 9112 3.2.2), as from a caller that takes the
 * gateway for a proxy: what host it names does not matter. Nothing is answered with 304: an answer has its envelope.
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
