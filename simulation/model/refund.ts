import type { OnlinePayment } from './online-payment.js';

/**
 * State of a refund in the acquirer's records:
 * - `unseen`: the acquirer has not received it
 * - `pending`: not decided
 * - `completed`: the payer has the money
 * - `rejected`: the acquirer has refused to refund
 * - `failed`: the refund failed before its completion
 * - `reversed`: the refund failed after its completion, and the acquirer has taken the money back
 */
export type RefundAcquirerState = 'unseen' | 'pending' | 'completed' | 'rejected' | 'failed' | 'reversed';

/** Money that a partner refunds to a payer. */
export interface Refund {
  /** `p3/r1`: the first refund of the payment `p3`. */
  name: string;
  payment: OnlinePayment;
  /** The gateway's id, without dashes. */
  reference: string;
  channel: string;
  test: boolean;
  /** Minor units of the payment's currency. */
  amount: number;
  /** The amount that the gateway requested at the acquirer; null before the request arrived. */
  requestedAmount: number | null;
  actualState: RefundAcquirerState;
  /** Outcomes that the gateway received, or may have received, each after the word `refund`. */
  reportedOutcomes: Set<string>;
  /** The gateway has not acknowledged the last callback, so the acquirer repeats it. */
  isUnacknowledged: boolean;
  /** Grosz that the ledger reserved for it; null before the reservation. */
  reservedPlnMinor: number | null;
  /** Its state in the gateway; null while the model has not seen its row. */
  gatewayState: string | null;
  /** Kinds of its ledger entries. */
  postedEntries: Set<string>;
  /** Whether it counts as a deduction: its money is reserved, or the payer has it. */
  isActive: boolean;
}
