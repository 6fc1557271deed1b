import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RequestLimits } from '../rate-limits/request-limits.js';

const CONNECTORS = /^\/connectors\//i;

/** Counts each request of an address before anything else is done for it. Probes are not counted: they come often and cost nothing. */
export function limitAddress(limits: RequestLimits): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (request.path === '/healthz' || request.path === '/readyz') return next();
    const counted = CONNECTORS.test(request.path) ? limits.countConnector(request.ip) : limits.countAddress(request.ip);
    counted.then(() => next(), next);
  };
}
