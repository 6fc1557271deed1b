import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** `partners` call the API; `payers` are served pages, and operators and SMS gateways report on them. */
export type Side = 'partners' | 'payers';

/** What of a request decides its share of the connections. */
export interface Requester {
  readonly side: Side;
  /** Who asks: an address, until it is known which partner. */
  caller: string;
  /** Until it has had a connection: turning it away later would leave it half done. What connectors tell is never turned away. */
  isRefusable: boolean;
}

/** Who comes by a path. */
export type Comer = Pick<Requester, 'side' | 'isRefusable'>;

const requests = new AsyncLocalStorage<{ requester: Requester; open: boolean } | null>();

/** For whom a connection is asked for: no one when it is no request, or what a request has begun and does not wait for. */
export function requester(): Requester | null {
  const request = requests.getStore();
  return request?.open ? request.requester : null;
}

/** From here on it is known who asks, whatever address he has. */
export function nameCaller(caller: string): void {
  const request = requests.getStore();
  if (request) request.requester.caller = caller;
}

/** For work that is done for many at once: it takes no caller's share, whichever request happened to start it. */
export function forNobody<T>(work: () => T): T {
  return requests.run(null, work);
}

/**
 * Remembers on whose side a request is until it is answered.
 * @param comerBy a path; null where no caller's share is to be taken. @param callerAt an address: several may be one caller's.
 */
export function rememberSide(comerBy: (path: string) => Comer | null, callerAt: (address: string | undefined) => string): RequestHandler {
  return ({ path, ip }: Request, response: Response, next: NextFunction) => {
    const comer = comerBy(path);
    if (!comer) return next();
    const request = { requester: { ...comer, caller: `address ${callerAt(ip)}` }, open: true };
    response.once('finish', () => (request.open = false)); // whoever hangs up has not ended what he asked for
    requests.run(request, next);
  };
}
