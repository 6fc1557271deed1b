import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { FailureReason } from '../../../connectors/acquirers/port/failure-reasons.js';

/** Why a payer's action was rejected. The payment's page shows the rejection. It reads all other information from the payment. */
export type PaymentCheckoutProblem =
  /** The payment is paid or has ended, or another action is in progress. */
  | { problem: 'not_possible_now' }
  /** The service is not active, or its partner is blocked. */
  | { problem: 'service_closed' }
  | { problem: 'channel_unusable' }
  | { problem: 'too_many_attempts' }
  | { problem: 'too_many_codes' }
  /** Fields that the channel requires and that are missing or invalid. */
  | { problem: 'payer_details_missing'; fields: readonly PayerField[] }
  | { problem: 'code_malformed' }
  /** The acquirer was not reached, so nothing was started there. */
  | { problem: 'channel_unreachable' }
  /** The acquirer or the payer's bank declined. */
  | { problem: 'declined'; reason: FailureReason };

export type CheckoutRejection = { ok: false } & PaymentCheckoutProblem;
export type CheckoutResult<Done = object> = ({ ok: true } & Done) | CheckoutRejection;

export const checkoutRejection = (problem: PaymentCheckoutProblem): CheckoutRejection => ({ ok: false, ...problem });
