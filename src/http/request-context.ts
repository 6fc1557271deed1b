import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Gives each request an id (the caller's own when it is usable) that is in the answer and in every log line. */
export function requestId(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const own = request.headers['x-request-id'];
    const id = typeof own === 'string' && REQUEST_ID.test(own) ? own : uuidv7();
    request.headers['x-request-id'] = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}

/** One line per request. Only the path is logged: a query may hold a phone number, a header a token. */
export function accessLog(logger: Logger): RequestHandler {
  return pinoHttp<Request, Response>({
    logger,
    genReqId: (request) => request.headers['x-request-id'] ?? '',
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    autoLogging: {
      ignore: (request) => request.url === '/healthz' || request.url === '/readyz' || (request.url ?? '').startsWith('/assets/'),
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'info'),
  }) as RequestHandler;
}
