import type { ClaimedDelivery } from './claim-delivery.service.js';
import type { SendResult } from './send-result.js';

/** How an attempt ended, ready to be written down. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  sent: SendResult;
  finishedAt: Date;
  /** null: acknowledged, stopped, or the schedule is used up. */
  nextAttemptAt: Date | null;
}

/** What became of a delivery with an attempt. */
export interface RecordedAttempt {
  /** False when a later attempt has taken over, which then decides. */
  recorded: boolean;
  /** Nobody acknowledged it and it is not tried again by itself. */
  givenUp: boolean;
  /** Something at the endpoint became due, or may have. */
  more: boolean;
}
