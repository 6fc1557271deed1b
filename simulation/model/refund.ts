import type { OnlinePayment } from './online-payment.js';

/** State of a refund at the acquirer. */
export type RefundAcquirerState = 'unseen' | 'pending' | 'given' | 'rejected' | 'failed' | 'taken back';

/** Money that a partner gives back to a payer, as the acquirer knows it. */
export interface Refund {
  /** `p3/r1` in transcripts. */
  name: string;
  payment: OnlinePayment;
  /** The gateway's id of it, in digits. */
  reference: string;
  channel: string;
  test: boolean;
  /** In the payer's currency. */
  amount: number;
  /** The amount that the acquirer was asked to give back; null before it was asked. */
  requestedAmount: number | null;
  actualState: RefundAcquirerState;
  reportedOutcomes: Set<string>;
  /** The gateway did not acknowledge the last report, so the acquirer repeats it. */
  isUnacknowledged: boolean;
  /** The grosz that the ledger has reserved for it; null while there is no reservation. */
  reservedPln: number | null;
  /** Its state by the gateway; null before the gateway has answered. */
  state: string | null;
  /** What was entered of it. */
  postedEntries: Set<string>;
  /** Whether the reservation stands, or the payer has the money. */
  isActive: boolean;
}
