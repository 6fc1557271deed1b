import type { AgreedTerms, Agreement, Standing } from './agreement.js';
import type { Fee } from './amounts.js';
import type { Chargeback } from './chargeback.js';
import type { Refund } from './refund.js';
import type { ShopService } from './shop.js';

export interface Sum {
  amount: number;
  currency: string;
}

/** What an acquirer did with an attempt, by its own books. */
export type AttemptDeed = 'unseen' | 'open' | 'authorized' | 'taken' | 'failed' | 'canceled' | 'expired';

/** An attempt as its acquirer knows it. */
export interface AcquirerAttempt {
  /** `p12/1` in stories. */
  name: string;
  payment: OnlinePayment;
  reference: string;
  channel: string;
  test: boolean;
  /** The partner's terms on the day it was begun. */
  fee: Fee;
  asked: Sum;
  /** What was taken, which may be another sum. */
  taken: Sum | null;
  deed: AttemptDeed;
  /** Where the gateway says it is: which of several it is that counts. */
  state: string;
  until: Date;
  /** Business time of the call. */
  begunAt: Date;
  /** Sums that the acquirer has said it took, and did not; and whether it said so last. */
  lies: Sum[];
  misleads: boolean;
  /** What was given back, by the names that the gateway gave the refunds. */
  returns: Map<string, Sum>;
  /** What was not, or not for good, with the word for it. */
  refusals: Map<string, 'rejected' | 'failed'>;
  /** What the acquirer said last of money that is to go back; null as long as it said nothing. */
  returnSaid: string | null;
  /** Grosz that were entered as nobody's, and what they are the value of; null as long as they were not. */
  stray: number | null;
  strayOf: Sum | null;
  /** What was entered of its return. */
  returnEntered: Set<string>;
  chargebacks: Chargeback[];
  /** Staff took it for a fraud. */
  refused: boolean;
  /** The subscription that it charges, whether it counts there, and in which billing period; null: it charges none. */
  under: Agreement | null;
  standing: Standing;
  period: number | null;
  said: Set<string>;
  /** The last report of it was not answered, so it will be repeated. */
  unanswered: boolean;
}

/** A sale that is paid online, as partner and payer know it. */
export interface OnlinePayment {
  kind: 'online';
  name: string;
  service: ShopService;
  asked: Sum;
  /** PLN for one unit when it was made, and its value then. */
  rate: string;
  grosz: number;
  attempts: AcquirerAttempt[];
  refunds: Refund[];
  /** The attempt whose money the gateway has entered as the payment's. */
  counted: AcquirerAttempt | null;
  held: AcquirerAttempt | null;
  /** What its partner was told of codes for it. */
  codesTold: string[];
  /** The subscription that it is to begin. */
  wanted: { value: string; terms: AgreedTerms } | null;
}
