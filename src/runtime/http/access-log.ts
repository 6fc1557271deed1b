import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isQuiet, shownPath } from './shown-path.js';

/** One line per request. Of its address only the path is logged, or the route's pattern: a query may hold a phone number, a header a token. */
export function accessLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!logger.isLevelEnabled('warn') || isQuiet(request)) return next();
    const started = performance.now();
    response.on('close', () => {
      const aborted = !response.writableFinished;
      const line = {
        req: { id: request.headers['x-request-id'], method: request.method, path: shownPath(request) },
        res: { status: response.statusCode },
        responseTime: Math.round(performance.now() - started),
      };
      if (response.statusCode >= 500) logger.warn(line, 'request failed');
      else logger.info(line, aborted ? 'request aborted by the caller' : 'request completed');
    });
    next();
  };
}
