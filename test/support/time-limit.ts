import { jest } from '@jest/globals';

/** The time limit of a notification, including its answer. */
export const LIMIT_MS = 10_000;

const timeout = AbortSignal.timeout.bind(AbortSignal);
const limited = (signalOfNext: () => AbortSignal) =>
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === LIMIT_MS ? signalOfNext() : timeout(ms)));

/** Replaces the time limit of notifications in this process until the mocks are restored: the test decides when one times out. */
export const withoutTimeLimit = () => limited(() => new AbortController().signal);

/** Waits for the next notification's time limit. @returns a function that makes it time out at once. */
export function timeLimit() {
  const time = new AbortController();
  return { limit: limited(() => time.signal), runOut: () => time.abort(new DOMException('The time is over', 'TimeoutError')) };
}
