/** Longer than the time-out of a partner call. */
const TOTAL_WAIT_MS = 12_000;
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_600;

/** Delays between polls of the database, in milliseconds. Each delay is twice the one before, up to a limit, until the wait is over. */
export function* replyPollDelays(): Generator<number> {
  let waitedMs = 0;
  for (let delayMs = FIRST_DELAY_MS; waitedMs < TOTAL_WAIT_MS; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    yield delayMs;
    waitedMs += delayMs;
  }
}
