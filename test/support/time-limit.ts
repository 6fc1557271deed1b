import { replaceTimeouts } from './timeouts.js';

/** The time limit of a notification or of a partner call, including the response. */
export const DELIVERY_TIMEOUT_MS = 10_000;

/** Switches this time limit off in this process until the mocks are restored. */
export const withoutTimeLimit = () => replaceTimeouts(DELIVERY_TIMEOUT_MS, () => new AbortController().signal);

/** Lets the test decide when this time limit ends: `runOut` makes waiting notifications time out at once. */
export function controlTimeLimit() {
  const controller = new AbortController();
  return {
    limit: replaceTimeouts(DELIVERY_TIMEOUT_MS, () => controller.signal),
    runOut: () => controller.abort(new DOMException('The time is over', 'TimeoutError')),
  };
}
