/** Longer than the timeout of a partner call. */
const WAIT_MS = 12_000;
const FIRST_MS = 50;
const MAX_MS = 1_600;

/** Delays between polls of the database, in milliseconds. Each delay is twice the one before, up to a limit, until the wait is over. */
export function* replyPollDelays(): Generator<number> {
  let waited = 0;
  for (let pauseMs = FIRST_MS; waited < WAIT_MS; pauseMs = Math.min(2 * pauseMs, MAX_MS)) {
    yield pauseMs;
    waited += pauseMs;
  }
}
