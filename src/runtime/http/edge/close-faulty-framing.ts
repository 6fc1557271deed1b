import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * HTTP/1.0 has no chunked bodies, so a proxy may assume another end of a chunked request than the gateway does. Then the next request on
 * the connection may be a part of the body. Therefore further requests are ignored, and the connection is closed after the response (RFC
 * 9112 6.1).
 */
export function closeFaultyFraming(): RequestHandler {
  const closing = new WeakSet<Socket>();
  return ({ socket, httpVersion, headers }: Request, response: Response, next: NextFunction) => {
    if (closing.has(socket)) return;
    if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
      closing.add(socket);
      response.setHeader('Connection', 'close');
    }
    next();
  };
}
