import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** `partners` call the API; `payers` use the pages, and operators and SMS gateways report about them. */
export type TrafficClass = 'partners' | 'payers';

/** What decides a request's share of the connections. */
export interface Requester {
  readonly side: TrafficClass;
  /** The address, or the partner once it is known. */
  caller: string;
  /** Whether it may be refused: false once it has had a connection, because it would be left half done, and for connectors' reports. */
  isRefusable: boolean;
}

/** The side and refusability that follow from a path. */
export type RouteTraffic = Pick<Requester, 'side' | 'isRefusable'>;

const requests = new AsyncLocalStorage<{ requester: Requester; open: boolean } | null>();

/** The request that takes a connection; null outside requests and in work that outlives its request. */
export function currentRequester(): Requester | null {
  const request = requests.getStore();
  return request?.open ? request.requester : null;
}

/** Names the caller of the request once it is known. */
export function identifyCaller(caller: string): void {
  const request = requests.getStore();
  if (request) request.requester.caller = caller;
}

/** For work on behalf of many requests: it takes no caller's share, although one of them has started it. */
export function outsidePoolQuotas<T>(work: () => T): T {
  return requests.run(null, work);
}

/**
 * Keeps a request's side until it is answered.
 * @param comerBy the side by path; null when no share is to be taken. @param callerAt the caller by address: several may be one caller's.
 */
export function trackRequester(
  comerBy: (path: string) => RouteTraffic | null,
  callerAt: (address: string | undefined) => string,
): RequestHandler {
  return ({ path, ip }: Request, response: Response, next: NextFunction) => {
    const comer = comerBy(path);
    if (!comer) return next();
    const request = { requester: { ...comer, caller: `address ${callerAt(ip)}` }, open: true };
    response.once('finish', () => (request.open = false)); // not `close`: a request goes on when its caller hangs up
    requests.run(request, next);
  };
}
