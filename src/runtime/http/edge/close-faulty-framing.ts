import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * HTTP/1.0 knows no chunks, so a proxy that passed such a request on may have seen its end elsewhere: what follows on the connection may be part of
 * its body, and is not heard (RFC 9112 6.1). The connection is closed with the answer.
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
