import { jest } from '@jest/globals';

/** What a whole notification may take, its answer included. */
export const LIMIT_MS = 10_000;

const timeout = AbortSignal.timeout.bind(AbortSignal);
const limited = (signalOfNext: () => AbortSignal) =>
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === LIMIT_MS ? signalOfNext() : timeout(ms)));

/** Until the mocks are restored a notification of this process takes as long as its receiver likes: a test alone says when one ends. */
export const withoutTimeLimit = () => limited(() => new AbortController().signal);

/** The time of the next notification. @returns what ends it, whatever the real clock says. */
export function timeLimit() {
  const time = new AbortController();
  return { limit: limited(() => time.signal), runOut: () => time.abort(new DOMException('The time is over', 'TimeoutError')) };
}
