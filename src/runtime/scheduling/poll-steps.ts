/** Added to the time-out of a provider request, for the work before the request is sent and after the response. */
const MARGIN_MS = 5_000;

/** Waits between polls of a provider while the outcome is not final. */
export abstract class PollSteps {
  /**
   * The waits after the first provider request and after each poll. The last one repeats. Each wait is longer than a provider request can
   * last. So the provider is not polled during the first request, and no poll overtakes the poll before.
   */
  readonly againAfterMs: readonly number[];

  constructor(stepsSeconds: readonly number[], callTimeoutMs: number) {
    this.againAfterMs = stepsSeconds.map((seconds) => Math.max(seconds * 1000, callTimeoutMs + MARGIN_MS));
  }

  /** Time of the first poll after a provider request that was sent at `now`. */
  firstPollAt(now: Date): Date {
    return new Date(now.getTime() + (this.againAfterMs[0] ?? 0));
  }
}
