import type { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * HTTP/1.0 has no chunks, so a proxy may see the end of a chunked request elsewhere, and what follows on the connection may be part of its body.
 * It is ignored, and the connection is closed with the answer (RFC 9112 6.1).
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
