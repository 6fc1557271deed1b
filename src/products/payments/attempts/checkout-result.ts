import type { PayerField } from '../../../connectors/channels/catalogue/channel.js';
import type { FailureReason } from '../../../connectors/channels/port/failure-reasons.js';

/** What keeps a payer from going on; everything else the payment's page tells. */
export type CheckoutProblem =
  /** It has been paid, has ended, or is being worked on. */
  | { problem: 'not_possible_now' }
  | { problem: 'channel_unusable' }
  | { problem: 'too_many_attempts' }
  | { problem: 'too_many_codes' }
  /** Fields that the channel asks for and nobody has given, or that cannot be right. */
  | { problem: 'payer_details_missing'; fields: readonly PayerField[] }
  | { problem: 'code_malformed' }
  /** The channel was not reached; nothing was begun. */
  | { problem: 'channel_unreachable' }
  /** The channel, or the payer's bank, said no. */
  | { problem: 'declined'; reason: FailureReason };

export type CheckoutRefusal = { ok: false } & CheckoutProblem;
export type CheckoutResult<Done = object> = ({ ok: true } & Done) | CheckoutRefusal;

export const refused = (problem: CheckoutProblem): CheckoutRefusal => ({ ok: false, ...problem });
