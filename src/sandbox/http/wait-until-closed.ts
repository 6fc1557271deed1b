import type { Request } from 'express';

/** Longer than the gateway waits for a response. */
const SILENCE_MS = 65_000;

/** Delays the response until the client has closed the connection, for `SILENCE_MS` at most. */
export function neverRespond(request: Request): Promise<void> {
  return waitUntilClosed(request, SILENCE_MS);
}

/** Waits until the client closes the connection, for `maxMs` at most. */
export function waitUntilClosed(request: Request, maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      request.socket.off('close', finish);
      resolve();
    };
    const timer = setTimeout(finish, maxMs);
    request.socket.once('close', finish);
    if (request.socket.destroyed) finish();
  });
}
