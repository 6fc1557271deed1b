import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics.js';

/** Status of a request whose caller did not wait for the answer. These are usually the slowest. */
const GIVEN_UP = 'given_up';

/** Times each request by its route's pattern: with ids in labels, every transaction would make a time series. */
export function measureRequests(metrics: Metrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const stop = metrics.requests.startTimer();
    response.on('close', () => {
      // A stream of events lasts as long as its reader wants, so its duration means nothing.
      if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
      const { path } = (request.route as { path?: string } | undefined) ?? {};
      const status = response.writableFinished ? String(response.statusCode) : GIVEN_UP;
      stop({ method: request.method, route: path ?? 'none', status });
    });
    next();
  };
}
