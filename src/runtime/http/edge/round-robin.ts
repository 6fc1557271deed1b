import { AsyncResource } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Requests that begin in one event loop iteration. Each request takes about a millisecond until it first waits for the database. */
const MAX_PER_ITERATION = 4;

/**
 * Spreads requests over iterations of the event loop, one caller after the other. So a caller that sends hundreds of concurrent requests
 * does not delay the requests of other callers. While few requests arrive, each begins immediately.
 * @param callerOf the caller of a request, as far as it is known before authentication.
 */
export function roundRobin(callerOf: (request: Request) => string): RequestHandler {
  /** Waiting requests of each caller. The first caller is the next one. */
  const waiting = new Map<string, (() => void)[]>();
  let startedInIteration = 0;
  let isScheduled = false;

  const startNext = ([caller, requests]: [string, (() => void)[]]): void => {
    startedInIteration += 1;
    const start = requests.shift();
    waiting.delete(caller); // moves the caller behind all others, if more of the caller's requests wait
    if (requests.length > 0) waiting.set(caller, requests);
    start?.();
  };
  const startWaiting = (): void => {
    isScheduled = false;
    startedInIteration = 0;
    for (let [next] = waiting; next && startedInIteration < MAX_PER_ITERATION; [next] = waiting) startNext(next);
    if (startedInIteration > 0) schedule();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startWaiting);
  };

  return (request: Request, _response: Response, next: NextFunction) => {
    const caller = callerOf(request);
    const callersRequests = waiting.get(caller);
    schedule();
    if (callersRequests) callersRequests.push(AsyncResource.bind(next));
    else if (startedInIteration >= MAX_PER_ITERATION) waiting.set(caller, [AsyncResource.bind(next)]);
    else {
      startedInIteration += 1;
      next();
    }
  };
}
