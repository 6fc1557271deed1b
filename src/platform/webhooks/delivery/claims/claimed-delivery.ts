import type { NotifyTarget } from '../../../partners/services/notify-target.js';

/** A delivery whose next attempt this process has claimed. */
export interface ClaimedDelivery {
  /** Id of the event and of its delivery, sent as `webhook-id`. */
  id: string;
  serviceId: string;
  json: string;
  signedText: string;
  /** Span in which the event was appended. Null without tracing. */
  traceParent: string | null;
  /** Number of this attempt since the delivery was created. Only the result of the latest attempt changes the delivery. */
  attemptNumber: number;
  /**
   * Number of attempts since the retry schedule last began. Includes this attempt, unless it is the probe of a paused endpoint, which does
   * not count.
   */
  roundAttempts: number;
  startedAt: Date;
  /** Afterwards another worker may claim the delivery. */
  leaseUntil: Date;
}

/** The result of a claim for one endpoint. */
export interface Claim {
  deliveries: ClaimedDelivery[];
  target: NotifyTarget;
  /**
   * `drained`: no more are due, or the endpoint is paused. `more`: more may be due, or the endpoint has reached its limit. `busy`: another
   * worker is claiming for the endpoint at this moment.
   */
  rest: 'drained' | 'more' | 'busy';
}
