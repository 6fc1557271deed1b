import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** `partners` call the API; `payers` are served pages, and operators and SMS gateways report on them. */
export type Side = 'partners' | 'payers';

const requests = new AsyncLocalStorage<{ side: Side; open: boolean }>();

/** For whom a connection is asked for: nobody's when it is no request, or what a request has begun and does not wait for. */
export function requestingSide(): Side | null {
  const request = requests.getStore();
  return request?.open ? request.side : null;
}

/** Remembers on whose side a request is until it is answered. @param sideOf a path; null where nobody's share is to be taken. */
export function rememberSide(sideOf: (path: string) => Side | null): RequestHandler {
  return ({ path }: Request, response: Response, next: NextFunction) => {
    const side = sideOf(path);
    if (!side) return next();
    const request = { side, open: true };
    response.once('finish', () => (request.open = false)); // whoever hangs up has not ended what he asked for
    requests.run(request, next);
  };
}
