import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics.js';

/** Status of a request whose client disconnected before the response was complete. Such requests are usually the slowest. */
const ABORTED = 'given_up';

/** Times each request by the pattern of its route. With ids in labels, each transaction would create a time series. */
export function measureRequests(metrics: Metrics): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const stop = metrics.requests.startTimer();
    response.on('close', () => {
      // A stream of events lasts until the client closes it, so its duration means nothing.
      if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
      const { path } = (request.route as { path?: string } | undefined) ?? {};
      const status = response.writableFinished ? String(response.statusCode) : ABORTED;
      stop({ method: request.method, route: path ?? 'none', status });
    });
    next();
  };
}
