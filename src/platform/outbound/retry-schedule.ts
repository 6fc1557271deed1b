const [SECOND, MINUTE, HOUR] = [1, 60, 3600];

/** Delay before each attempt in seconds: for the first attempt since the event, for the others since the previous attempt. */
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

/** Share of a delay by which the delay is randomly shorter or longer, so that retries do not coincide. */
const JITTER = 0.1;
/** `Retry-After` can make a delay at most this many times as long. */
const RETRY_AFTER_FACTOR = 2;

export interface RetryInput {
  schedule: readonly number[];
  /** Number of attempts since the schedule last began, at least 1. */
  attemptsMade: number;
  /** The receiver's `Retry-After` in milliseconds. Null when it sent none. */
  retryAfterMs: number | null;
  /** Random number from 0 to 1 for the jitter. */
  random: number;
}

/** @returns milliseconds until the next attempt, or null after the last. `Retry-After` can double a delay at most and never shortens it. */
export function nextDelayMs({ schedule, attemptsMade, retryAfterMs, random }: RetryInput): number | null {
  const delaySeconds = schedule[attemptsMade];
  if (delaySeconds === undefined) return null;
  const delayMs = delaySeconds * 1000;
  const withJitter = delayMs * (1 - JITTER + 2 * JITTER * random);
  const requestedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_FACTOR * delayMs);
  return Math.round(Math.max(withJitter, requestedMs));
}

/** Reads `Retry-After`, which has seconds or an HTTP date. @returns milliseconds from now. Null when the header has neither. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const timeMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - now.getTime());
}
