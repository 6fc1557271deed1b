import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics.js';

/** Times each request under its route's pattern: ids in a label would make a series of every transaction. */
export function measureRequests(metrics: Metrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const stop = metrics.requests.startTimer();
    response.on('finish', () => {
      const { path } = (request.route as { path?: string } | undefined) ?? {};
      stop({ method: request.method, route: path ?? 'none', status: String(response.statusCode) });
    });
    next();
  };
}
