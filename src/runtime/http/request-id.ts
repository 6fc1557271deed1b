import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { holdsCardNumber } from '../../common/validation/card-number.js';
import { isUuid } from '../../common/validation/is-uuid.js';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Gives each request an id (the caller's own when it is usable and might be no card's number) that is in the answer and in every log line. */
export function requestId(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const own = request.headers['x-request-id'];
    const id = typeof own === 'string' && REQUEST_ID.test(own) && (isUuid(own) || !holdsCardNumber(own)) ? own : randomUUID();
    request.headers['x-request-id'] = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}
