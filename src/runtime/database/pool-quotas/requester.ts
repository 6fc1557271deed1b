import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** `partners` call the API. `payers` use the pages; callbacks of operators and SMS gateways belong to this class, too. */
export type TrafficClass = 'partners' | 'payers';

/** The data of a request that decide which pool quota it uses. */
export interface Requester {
  readonly trafficClass: TrafficClass;
  /** The IP address, or the partner once the partner is known. */
  caller: string;
  /**
   * Whether the request may be rejected when too many wait. False for callbacks of providers, and false once the request has had a
   * connection: a later rejection would leave its work half done.
   */
  isRejectable: boolean;
}

/** Traffic class that follows from a path, and whether its requests may be rejected. */
export type RouteTraffic = Pick<Requester, 'trafficClass' | 'isRejectable'>;

/** `open` becomes false when the response is sent. The store is null in work that uses no quota. */
const currentRequest = new AsyncLocalStorage<{ requester: Requester; open: boolean } | null>();

/** The request that is being handled. Null outside requests and in work that runs on after the response. */
export function currentRequester(): Requester | null {
  const request = currentRequest.getStore();
  return request?.open ? request.requester : null;
}

/** Sets the caller of the current request once the caller is known. */
export function identifyCaller(caller: string): void {
  const request = currentRequest.getStore();
  if (request) request.requester.caller = caller;
}

/** Runs work for many requests without using any caller's quota, although one of the requests started the work. */
export function outsidePoolQuotas<T>(work: () => T): T {
  return currentRequest.run(null, work);
}

/**
 * Stores the requester of each request until the response is sent.
 * @param trafficOf traffic class of a path; null when no quota applies.
 * @param callerOf key of the caller at an IP address; several addresses may be one caller.
 */
export function trackRequester(
  trafficOf: (path: string) => RouteTraffic | null,
  callerOf: (address: string | undefined) => string,
): RequestHandler {
  return ({ path, ip }: Request, response: Response, next: NextFunction) => {
    const traffic = trafficOf(path);
    if (!traffic) return next();
    const request = { requester: { ...traffic, caller: `address ${callerOf(ip)}` }, open: true };
    response.once('finish', () => (request.open = false)); // not `close`: the request's work still runs when the client disconnects
    currentRequest.run(request, next);
  };
}
