import type { OutboundResponse } from '../../outbound/outbound-message.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import type { DeliveryOutcome } from './classify-response.js';

export interface ClassifiedResponse extends OutboundResponse {
  outcome: DeliveryOutcome;
}

/** The result of a delivery attempt, before it is recorded. */
export interface DeliveryAttemptResult {
  delivery: ClaimedDelivery;
  response: ClassifiedResponse;
  finishedAt: Date;
  /** Null when the delivery is acknowledged, stopped, or has no retries left. */
  nextAttemptAt: Date | null;
}

/** The effect of recording a delivery attempt. */
export interface RecordedAttempt {
  /** False when a later attempt of the delivery exists: only the latest attempt changes the delivery. */
  recorded: boolean;
  /** The delivery ended without an acknowledgement (exhausted or stopped). It is sent again only when a person resends it. */
  exhausted: boolean;
  /** Another delivery of the endpoint may be due now. */
  more: boolean;
}
