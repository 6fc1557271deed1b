import type { Request } from 'express';

/** Longer than any client waits for a response. */
const SILENCE_MS = 65_000;

/** Sends no response until the client has closed the connection. */
export function neverRespond(request: Request): Promise<void> {
  return untilClosed(request, SILENCE_MS);
}

/** Waits until the client closes the connection, for `maxMs` at most. */
export function untilClosed(request: Request, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      request.socket.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, maxMs);
    request.socket.once('close', done);
    if (request.socket.destroyed) done();
  });
}
