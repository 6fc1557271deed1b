import type { NextFunction, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isExcludedFromLog, logPath, type LoggableRequest } from './log-path.js';

/**
 * Logs one line per request with the path or the route's pattern. Queries and headers are not logged, because they may contain phone
 * numbers or tokens. The line has the IP address and the token id of a partner's program, but no data about payers.
 */
export function accessLog(logger: Logger): RequestHandler {
  return (request: LoggableRequest, response: Response, next: NextFunction) => {
    if (!logger.isLevelEnabled('warn') || isExcludedFromLog(request)) return next();
    const startedAt = performance.now();
    response.on('close', () => {
      const aborted = !response.writableFinished;
      const line = {
        req: { id: request.headers['x-request-id'], method: request.method, path: logPath(request), caller: request.shownCaller },
        res: { status: response.statusCode },
        ...(request.refusal && { refusal: request.refusal }),
        responseTime: Math.round(performance.now() - startedAt),
      };
      if (response.statusCode >= 500) logger.warn(line, 'request failed');
      else logger.info(line, aborted ? 'request aborted by the caller' : 'request completed');
    });
    next();
  };
}
