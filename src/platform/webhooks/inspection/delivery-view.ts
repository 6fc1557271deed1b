import type { AttemptOutcome } from '../delivery/judge-response.js';

export const DELIVERY_STATUSES = ['pending', 'acknowledged', 'exhausted', 'stopped', 'unaddressed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface AttemptView {
  number: number;
  startedAt: Date;
  /** null while it is under way, and for good when the worker died before it could write the result down. */
  finishedAt: Date | null;
  outcome: AttemptOutcome | null;
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
  /** null when it is finished or waits for an earlier event of its subject; while an attempt is under way, the end of its lease. */
  nextAttemptAt: Date | null;
  acknowledgedAt: Date | null;
  /** Business time of the change. */
  occurredAt: Date;
  createdAt: Date;
  /** Those that are still kept: fewer than were made once the retention has passed. */
  attempts: AttemptView[];
}

/** With what was sent, but for the signature, which is added at each attempt. */
export interface DeliveryDetail extends DeliveryView {
  body: string;
  signedText: string;
  /** When the payer was taken out of the body; it is not what was sent then. */
  erasedAt: Date | null;
  /** Of the body as it was sent, where it was erased since and the signature is known. */
  sentSignature: string | null;
}
