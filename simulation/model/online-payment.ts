import type { ModelMandateTerms, Mandate, ChargeState } from './mandate.js';
import type { ChannelFee } from './amounts.js';
import type { Chargeback } from './chargeback.js';
import type { Refund } from './refund.js';
import type { PartnerService } from './partner-service.js';

export interface ModelMoney {
  /** Minor units. */
  amount: number;
  currency: string;
}

/**
 * State of an attempt in the acquirer's records:
 * - `unseen`: the acquirer has not received it
 * - `open`: the payer has not paid yet
 * - `authorized`: the acquirer has reserved the payer's money
 * - `captured`: the acquirer has taken the money. This state is final; the money can be refunded, reversed or charged back
 * - `failed`, `canceled`, `expired`: ended unpaid
 */
export type AttemptAcquirerState = 'unseen' | 'open' | 'authorized' | 'captured' | 'failed' | 'canceled' | 'expired';

/** An attempt to pay an online payment. */
export interface AcquirerAttempt {
  /** `p12/1`: the first attempt of the payment `p12`. */
  name: string;
  payment: OnlinePayment;
  reference: string;
  channel: string;
  /** Whether its acquirer is a test acquirer, which takes no money. */
  test: boolean;
  /** The commission when the attempt began. */
  fee: ChannelFee;
  requested: ModelMoney;
  /** The captured money, which may differ from the requested money; null while nothing is captured. */
  captured: ModelMoney | null;
  actualState: AttemptAcquirerState;
  /** Its state in the gateway. Of several captured attempts, the one in the state `paid` or `held` pays the payment. */
  gatewayState: string;
  expiresAt: Date;
  /** Business time at which the gateway started it. */
  startedAt: Date;
  /** Amounts that the acquirer falsely reported as captured. */
  falseAmounts: ModelMoney[];
  /** Whether the acquirer's last callback with an amount was false. */
  isLastUpdateFalse: boolean;
  /** Money of completed reversals, by the gateway's id of the reversal. */
  reversals: Map<string, ModelMoney>;
  /** Reversals that are not completed, by the gateway's id of the reversal. Only a rejected reversal may be completed later. */
  rejectedReversals: Map<string, 'rejected' | 'failed'>;
  /**
   * The outcome in the acquirer's last response or callback about a reversal; null before the first. After a callback with a false amount
   * it is no outcome but `another amount`, so it differs from the actual outcome.
   */
  lastReversalOutcome: string | null;
  /**
   * Grosz that the ledger has posted to suspense for the attempt, and the money of which they are the value. Both are null before, and
   * after a correction has taken the money out of suspense. A reversal does not change them.
   */
  suspensePlnMinor: number | null;
  suspenseMoney: ModelMoney | null;
  /** Which entries of its reversal are posted: `reversed`, `reversal failed`. */
  postedReversalEntries: Set<string>;
  chargebacks: Chargeback[];
  /** Staff have rejected its payment as fraud. */
  isFraud: boolean;
  /** The mandate that it charges; null when it charges none. */
  mandate: Mandate | null;
  chargeState: ChargeState;
  /** Number of the charged billing period; null for terms without periods. */
  billingPeriod: number | null;
  /** Outcomes that the gateway received, or may have received, in responses and callbacks. Those of reversals begin with `refund`. */
  reportedOutcomes: Set<string>;
  /** The gateway has not acknowledged the last callback, so the acquirer repeats it. */
  isUnacknowledged: boolean;
}

/** A payment of the partner's service for online payments. */
export interface OnlinePayment {
  kind: 'online';
  name: string;
  service: PartnerService;
  requested: ModelMoney;
  /** PLN for one unit of the currency when the payment was created, and the payment's value at that rate, in grosz. */
  rate: string;
  plnMinor: number;
  attempts: AcquirerAttempt[];
  refunds: Refund[];
  /** The attempt whose money the ledger has posted for the partner; null before. */
  bookedAttempt: AcquirerAttempt | null;
  /** The attempt whose money is held for a review; null when none is. */
  heldAttempt: AcquirerAttempt | null;
  /** Results of BLIK codes of which the partner was notified. */
  notifiedCodeOutcomes: string[];
  /** The subscription that it sets up; null for none. */
  requestedMandate: { aliasValue: string; terms: ModelMandateTerms } | null;
}
