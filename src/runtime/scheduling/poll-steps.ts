/** Added to the time-out of a call, for the work before it leaves and after it ends. */
const MARGIN_MS = 5_000;

/** Waits between polls of another party about something without a definite answer. */
export abstract class PollSteps {
  /**
   * The waits after the call that began it and after each poll; the last one repeats. Each is longer than a call can last, so nothing is polled
   * while it is being sent, and no poll overtakes the one before it.
   */
  readonly againAfterMs: readonly number[];

  constructor(stepsSeconds: readonly number[], callTimeoutMs: number) {
    this.againAfterMs = stepsSeconds.map((seconds) => Math.max(seconds * 1000, callTimeoutMs + MARGIN_MS));
  }

  /** Time of the first poll about what was sent at `now`. */
  first(now: Date): Date {
    return new Date(now.getTime() + (this.againAfterMs[0] ?? 0));
  }
}
