import { AsyncResource } from 'node:async_hooks';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Requests that begin in one turn of the event loop. Each takes about a millisecond until it first waits for the database. */
const MAX_PER_TURN = 4;

/**
 * Begins requests in turns of the event loop, one caller after the other, so that a caller who sends hundreds at once does not keep the process
 * from the requests of others. As long as few come at once, each begins at once.
 * @param callerOf who sent a request, as far as that is known before it is looked at.
 */
export function roundRobin(callerOf: (request: Request) => string): RequestHandler {
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;
  let isTurnComing = false;

  const beginNext = ([caller, requests]: [string, (() => void)[]]): void => {
    begun += 1;
    const begin = requests.shift();
    waiting.delete(caller); // and behind all others, if more of its requests wait
    if (requests.length > 0) waiting.set(caller, requests);
    begin?.();
  };
  const turn = (): void => {
    isTurnComing = false;
    begun = 0;
    for (let [next] = waiting; next && begun < MAX_PER_TURN; [next] = waiting) beginNext(next);
    if (begun > 0) comeAgain();
  };
  const comeAgain = (): void => {
    if (isTurnComing) return;
    isTurnComing = true;
    setImmediate(turn);
  };

  return (request: Request, _response: Response, next: NextFunction) => {
    const caller = callerOf(request);
    const others = waiting.get(caller);
    comeAgain();
    if (others) others.push(AsyncResource.bind(next));
    else if (begun >= MAX_PER_TURN) waiting.set(caller, [AsyncResource.bind(next)]);
    else {
      begun += 1;
      next();
    }
  };
}
