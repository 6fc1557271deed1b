import { replaceTimeouts } from './timeouts.js';

/** The time limit of a notification or of a call to a partner's program, including its answer. */
export const LIMIT_MS = 10_000;

/** Replaces this time limit in this process until the mocks are restored: nothing times out. */
export const withoutTimeLimit = () => replaceTimeouts(LIMIT_MS, () => new AbortController().signal);

/** Waits for the next notification's time limit. @returns a function that makes it time out at once. */
export function timeLimit() {
  const time = new AbortController();
  return {
    limit: replaceTimeouts(LIMIT_MS, () => time.signal),
    runOut: () => time.abort(new DOMException('The time is over', 'TimeoutError')),
  };
}
