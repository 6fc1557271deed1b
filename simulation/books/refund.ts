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
  /** What the acquirer was told to give back; null as long as it was told nothing. */
  told: number | null;
  deed: RefundDeed;
  said: Set<string>;
  /** The last report of it was not answered, so it will be repeated. */
  unanswered: boolean;
  /** Grosz that the ledger has reserved for it; null as long as it has not. */
  grosz: number | null;
  /** Where the gateway says it is; null as long as it has not said that there is one. */
  state: string | null;
  /** What was entered of it. */
  entered: Set<string>;
  /** Its reservation stands, or the payer has the money. */
  lives: boolean;
}
