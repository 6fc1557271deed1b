import type { Request } from 'express';

/** Longer than any client waits for an answer. */
const SILENCE_MS = 65_000;

/** Leaves a request without an answer until its caller has given up. */
export function neverRespond(request: Request): Promise<void> {
  return untilClosed(request, SILENCE_MS);
}

/** Waits until the caller hangs up, for `longestMs` at most. */
export function untilClosed(request: Request, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      request.socket.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, longestMs);
    request.socket.once('close', done);
    if (request.socket.destroyed) done();
  });
}
