import type { OutboundResponse } from '../../outbound/outbound-message.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import type { DeliveryOutcome } from './classify-response.js';

export interface ClassifiedResponse extends OutboundResponse {
  outcome: DeliveryOutcome;
}

/** How an attempt ended, ready to be recorded. */
export interface DeliveryAttemptResult {
  delivery: ClaimedDelivery;
  response: ClassifiedResponse;
  finishedAt: Date;
  /** Null: acknowledged, stopped, or the schedule is used up. */
  nextAttemptAt: Date | null;
}

/** What recording an attempt has changed. */
export interface RecordedAttempt {
  /** False when a later attempt has taken over and decides instead. */
  recorded: boolean;
  /** The delivery was not acknowledged and is not retried automatically. */
  givenUp: boolean;
  /** Something at the endpoint became due, or may have. */
  more: boolean;
}
