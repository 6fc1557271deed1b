import type { Request } from 'express';

/** Waits until the caller hangs up, or for so long. */
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
