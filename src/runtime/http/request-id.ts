import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { mayHoldCardNumber } from '../../common/validation/card-number.js';
import { isUuid } from '../../common/validation/is-uuid.js';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Sets an id for the response and the log: the client's `X-Request-Id`, if it is well-formed and cannot be a card number, or a new one. */
export function requestId(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const clientId = request.headers['x-request-id'];
    const id =
      typeof clientId === 'string' && REQUEST_ID.test(clientId) && (isUuid(clientId) || !mayHoldCardNumber(clientId))
        ? clientId
        : randomUUID();
    request.headers['x-request-id'] = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}
