import type { NotifyTarget } from '../../../partners/services/notify-target.js';

/** One attempt that this process may and must make now. */
export interface ClaimedDelivery {
  /** Id of the event and of its delivery: `webhook-id`. */
  id: string;
  serviceId: string;
  json: string;
  signedText: string;
  /** Span in which the event was appended; null where nothing was traced. */
  traceParent: string | null;
  /** Number of this attempt over the delivery's life: only the latest may be recorded. */
  attemptNumber: number;
  /** Attempts of this round, this one included: where in the schedule it stands. */
  roundAttempts: number;
  startedAt: Date;
}

/** What one endpoint was given. */
export interface Claim {
  deliveries: ClaimedDelivery[];
  target: NotifyTarget;
  /** `more`: perhaps, also when the endpoint has as much under way as it may. `busy`: another worker is claiming here at this moment. */
  rest: 'drained' | 'more' | 'busy';
}
