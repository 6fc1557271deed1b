import type { NotifyTarget } from '../../../partners/services/notify-target.js';

/** An attempt that this process must make now. */
export interface ClaimedDelivery {
  /** Id of the event and of its delivery: `webhook-id`. */
  id: string;
  serviceId: string;
  json: string;
  signedText: string;
  /** Span in which the event was appended; null without tracing. */
  traceParent: string | null;
  /** Number of this attempt over the delivery's life: only the latest may be recorded. */
  attemptNumber: number;
  /** Attempts of this round, this one included: its place in the retry schedule. */
  roundAttempts: number;
  startedAt: Date;
  /** From then on another worker may have claimed the delivery. */
  leaseUntil: Date;
}

/** What one endpoint got. */
export interface Claim {
  deliveries: ClaimedDelivery[];
  target: NotifyTarget;
  /** `more`: something may be left, or the endpoint has reached its limit. `busy`: another worker is claiming for it at this moment. */
  rest: 'drained' | 'more' | 'busy';
}
