import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RequestLimits } from '../rate-limits/request-limits.js';

/** Counts each request of an address before anything else is done for it. Probes are not counted: they come often and cost nothing. */
export function limitAddress(limits: RequestLimits): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (request.path === '/healthz' || request.path === '/readyz') return next();
    limits.countAddress(request.ip ?? '').then(() => next(), next);
  };
}
