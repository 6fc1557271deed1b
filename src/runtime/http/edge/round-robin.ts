import { AsyncResource } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Requests that begin in one event loop iteration. Each request takes about a millisecond until it first waits for the database. */
const MAX_PER_ITERATION = 4;

/**
 * Spreads requests over iterations of the event loop, one caller after the other. So a caller that sends hundreds of concurrent requests does not
 * delay the requests of other callers. While few requests arrive, each begins immediately.
 * @param callerOf the caller of a request, as far as it is known before authentication.
 */
export function roundRobin(callerOf: (request: Request) => string): RequestHandler {
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;
  let isScheduled = false;

  const beginNext = ([caller, requests]: [string, (() => void)[]]): void => {
    begun += 1;
    const begin = requests.shift();
    waiting.delete(caller); // moves the caller behind all others, if more of the caller's requests wait
    if (requests.length > 0) waiting.set(caller, requests);
    begin?.();
  };
  const beginWaiting = (): void => {
    isScheduled = false;
    begun = 0;
    for (let [next] = waiting; next && begun < MAX_PER_ITERATION; [next] = waiting) beginNext(next);
    if (begun > 0) schedule();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(beginWaiting);
  };

  return (request: Request, _response: Response, next: NextFunction) => {
    const caller = callerOf(request);
    const others = waiting.get(caller);
    schedule();
    if (others) others.push(AsyncResource.bind(next));
    else if (begun >= MAX_PER_ITERATION) waiting.set(caller, [AsyncResource.bind(next)]);
    else {
      begun += 1;
      next();
    }
  };
}
