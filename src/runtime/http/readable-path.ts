import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../common/errors/domain-error.js';

/**
 * An address that cannot be decoded leads nowhere. Express would find out while it looks for the route, when those who answer a
 * payer with a page have been passed.
 */
export function readablePath(): RequestHandler {
  return ({ path }: Request, _response: Response, next: NextFunction) => {
    try {
      decodeURIComponent(path);
    } catch {
      return next(new DomainError('ROUTE_NOT_FOUND'));
    }
    next();
  };
}
