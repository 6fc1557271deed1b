const [SECOND, MINUTE, HOUR] = [1, 60, 3600];

/** Wait before each attempt, in seconds: for the first since the event, for the others since the attempt before. */
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

export interface RetryInput {
  schedule: readonly number[];
  /** Attempts made in this round, at least 1. */
  attemptsMade: number;
  /** From the receiver's `Retry-After`. */
  retryAfterMs: number | null;
  /** From 0 to 1, spreads the jitter. */
  random: number;
}

/** Milliseconds until the next attempt, or null after the last. `Retry-After` can lengthen a step up to twice, never shorten it. */
export function nextDelayMs({ schedule, attemptsMade, retryAfterMs, random }: RetryInput): number | null {
  const step = schedule[attemptsMade];
  if (step === undefined) return null;
  const stepMs = step * 1000;
  const spread = stepMs * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_FACTOR * stepMs);
  return Math.round(Math.max(spread, asked));
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; null when it is neither. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
