import type { OnlinePayment } from './online-payment.js';

/** What an acquirer did with a refund, by its own books. */
export type RefundDeed = 'unseen' | 'pending' | 'given' | 'rejected' | 'failed' | 'taken back';

/** Money that a partner gives back to a payer, as the acquirer knows it. */
export interface Refund {
  /** `p3/r1` in stories. */
  name: string;
  payment: OnlinePayment;
  /** The gateway's name of it, in digits. */
  reference: string;
  channel: string;
  test: boolean;
  /** In the payer's currency. */
  amount: number;
  deed: RefundDeed;
  said: Set<string>;
  /** Grosz that the ledger has reserved for it; null as long as it has not. */
  grosz: number | null;
  /** Its reservation stands, or the payer has the money. */
  lives: boolean;
}
