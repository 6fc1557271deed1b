import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../common/errors/domain-error.js';
import { isWellFormed } from '../../common/validation/well-formed.js';

/**
 * An address that nobody can decode, or that holds a NUL, leads nowhere. Express would find out while it looks for the route, when those who answer a
 * payer with a page have been passed.
 */
export function readablePath(): RequestHandler {
  return ({ path }: Request, _response: Response, next: NextFunction) => {
    try {
      if (isWellFormed(decodeURIComponent(path))) return next();
    } catch {
      // told below
    }
    next(new DomainError('ROUTE_NOT_FOUND'));
  };
}
