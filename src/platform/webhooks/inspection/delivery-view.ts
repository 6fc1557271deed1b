import type { DeliveryOutcome } from '../delivery/classify-response.js';

export const DELIVERY_STATUSES = ['pending', 'acknowledged', 'exhausted', 'stopped', 'unaddressed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface AttemptView {
  number: number;
  startedAt: Date;
  /** Null while it is under way, and for good when the worker died before it recorded the result. */
  finishedAt: Date | null;
  outcome: DeliveryOutcome | null;
  httpStatus: number | null;
  errorCode: string | null;
  durationMs: number | null;
  /** Start of the response, at most 16 KiB. */
  responseExcerpt: string | null;
}

export interface DeliveryView {
  /** `webhook-id` of every attempt. */
  id: string;
  serviceId: string;
  subjectId: string;
  type: string;
  status: DeliveryStatus;
  attemptCount: number;
  /** Null when it is finished or waits for an earlier event of its subject; while an attempt is under way, the end of its lease. */
  nextAttemptAt: Date | null;
  acknowledgedAt: Date | null;
  /** Business time of the change. */
  occurredAt: Date;
  createdAt: Date;
  /** Attempts within the retention. */
  attempts: AttemptView[];
}

/** A delivery with its body, without the signature that each attempt adds. */
export interface DeliveryDetail extends DeliveryView {
  body: string;
  signedText: string;
  /** When personal data was erased from the body, which then differs from the sent one. */
  erasedAt: Date | null;
  /** Of the sent body, when it was erased since and the signature is known. */
  sentSignature: string | null;
}
