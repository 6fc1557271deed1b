import { replaceTimeouts } from './timeouts.js';

/** The time limit of a notification or of a partner call, including the response. */
export const LIMIT_MS = 10_000;

/** Replaces this time limit in this process until the mocks are restored: nothing times out. */
export const withoutTimeLimit = () => replaceTimeouts(LIMIT_MS, () => new AbortController().signal);

/** Waits for the time limit of the next notification. @returns a function that makes the notification time out at once. */
export function timeLimit() {
  const time = new AbortController();
  return {
    limit: replaceTimeouts(LIMIT_MS, () => time.signal),
    runOut: () => time.abort(new DOMException('The time is over', 'TimeoutError')),
  };
}
