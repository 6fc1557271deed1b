import type { DeliveryOutcome } from '../delivery/classify-response.js';

/**
 * `pending`: due, under way, or waiting for a retry or for an earlier event of the same subject. `exhausted`: no retries are left.
 * `stopped`: the partner responded with 410. `unaddressed`: the service had no URL.
 */
export const DELIVERY_STATUSES = ['pending', 'acknowledged', 'exhausted', 'stopped', 'unaddressed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface AttemptView {
  number: number;
  startedAt: Date;
  /** Null while the attempt is under way. Null forever when the worker died before it recorded the result. */
  finishedAt: Date | null;
  outcome: DeliveryOutcome | null;
  httpStatus: number | null;
  errorCode: string | null;
  durationMs: number | null;
  /** Start of the response, at most 16 KiB. */
  responseExcerpt: string | null;
}

export interface DeliveryView {
  /** Sent as `webhook-id` with every attempt. */
  id: string;
  serviceId: string;
  subjectId: string;
  type: string;
  status: DeliveryStatus;
  attemptCount: number;
  /**
   * Null when the delivery is finished or waits for an earlier event of its subject. While an attempt is under way, the end of its lease.
   */
  nextAttemptAt: Date | null;
  acknowledgedAt: Date | null;
  /** Business time of the change. */
  occurredAt: Date;
  createdAt: Date;
  /** Attempts that the retention has not deleted. */
  attempts: AttemptView[];
}

/** A delivery with its stored body. The body has no signature, because each attempt adds its own. */
export interface DeliveryDetail extends DeliveryView {
  body: string;
  signedText: string;
  /** Time when personal data was erased from the body. The stored body then differs from the sent body. */
  erasedAt: Date | null;
  /** Signature of the sent body, when the body was erased and the signature is known. */
  sentSignature: string | null;
}
