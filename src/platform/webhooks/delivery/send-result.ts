import type { AttemptOutcome } from './judge-answer.js';

export interface Notification {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SendResult {
  outcome: AttemptOutcome;
  httpStatus: number | null;
  /** Start of the answer's body. */
  excerpt: string | null;
  /** Why no complete answer came. */
  errorCode: string | null;
  retryAfterMs: number | null;
}
