import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Gives each request an id (the caller's own when it is usable) that is in the answer and in every log line. */
export function requestId(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const own = request.headers['x-request-id'];
    const id = typeof own === 'string' && REQUEST_ID.test(own) ? own : randomUUID();
    request.headers['x-request-id'] = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}
