import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../common/errors/domain-error.js';

/**
 * Responds with 404 to a path that cannot be decoded. Express would throw only in its router, after the handlers that send payers a page.
 */
export function rejectUndecodablePath(): RequestHandler {
  return ({ path }: Request, _response: Response, next: NextFunction) => {
    try {
      decodeURIComponent(path);
    } catch {
      return next(new DomainError('ROUTE_NOT_FOUND'));
    }
    next();
  };
}
