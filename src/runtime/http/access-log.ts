import type { NextFunction, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isQuiet, shownPath, type ShownRequest } from './shown-path.js';

/**
 * One line per request. Of its URL only the path is logged, or the route's pattern: a query may hold a phone number, a header a token.
 * Who calls is there for partners' programs alone: the id of the token, never the token, and the address.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (request: ShownRequest, response: Response, next: NextFunction) => {
    if (!logger.isLevelEnabled('warn') || isQuiet(request)) return next();
    const started = performance.now();
    response.on('close', () => {
      const aborted = !response.writableFinished;
      const line = {
        req: { id: request.headers['x-request-id'], method: request.method, path: shownPath(request), caller: request.shownCaller },
        res: { status: response.statusCode },
        responseTime: Math.round(performance.now() - started),
      };
      if (response.statusCode >= 500) logger.warn(line, 'request failed');
      else logger.info(line, aborted ? 'request aborted by the caller' : 'request completed');
    });
    next();
  };
}
