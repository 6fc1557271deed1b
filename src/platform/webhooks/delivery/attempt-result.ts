import type { OutboundResponse } from '../../outbound/outbound-message.js';
import type { ClaimedDelivery } from './claims/claimed-delivery.js';
import type { AttemptOutcome } from './judge-response.js';

/** A response and what it means. */
export interface JudgedResponse extends OutboundResponse {
  outcome: AttemptOutcome;
}

/** How an attempt ended, ready to be written down. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  response: JudgedResponse;
  finishedAt: Date;
  /** null: acknowledged, stopped, or the schedule is used up. */
  nextAttemptAt: Date | null;
}

/** What became of a delivery with an attempt. */
export interface RecordedAttempt {
  /** False when a later attempt has taken over, which then decides. */
  recorded: boolean;
  /** It was not acknowledged and is not tried again by itself. */
  givenUp: boolean;
  /** Something at the endpoint became due, or may have. */
  more: boolean;
}
