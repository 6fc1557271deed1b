const [SECOND, MINUTE, HOUR] = [1, 60, 3600];

/** Waiting time before each attempt, in seconds; the first counts from the event, the others from the attempt before. */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [
  0,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

const JITTER = 0.1;
const RETRY_AFTER_FACTOR = 2;

export interface RetryQuestion {
  schedule: readonly number[];
  /** Attempts already made of this round, at least 1. */
  attemptsMade: number;
  /** What the receiver asked for, in milliseconds. */
  retryAfterMs: number | null;
  /** From 0 to 1, spreads the jitter. */
  random: number;
}

/** Milliseconds until the next attempt, or null after the last. `Retry-After` can lengthen a step up to twice, never shorten it. */
export function nextDelayMs({ schedule, attemptsMade, retryAfterMs, random }: RetryQuestion): number | null {
  const step = schedule[attemptsMade];
  if (step === undefined) return null;
  const stepMs = step * 1000;
  const spread = stepMs * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_FACTOR * stepMs);
  return Math.round(Math.max(spread, asked));
}
