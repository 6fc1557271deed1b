import type { MandateTermsSeen, Mandate, ChargeState } from './mandate.js';
import type { Fee } from './amounts.js';
import type { Chargeback } from './chargeback.js';
import type { Refund } from './refund.js';
import type { PartnerService } from './shop.js';

export interface Sum {
  amount: number;
  currency: string;
}

/** State of an attempt at the acquirer, in its own records. */
export type AttemptAcquirerState = 'unseen' | 'open' | 'authorized' | 'taken' | 'failed' | 'canceled' | 'expired';

/** An attempt as its acquirer knows it. */
export interface AcquirerAttempt {
  /** `p12/1` in transcripts. */
  name: string;
  payment: OnlinePayment;
  reference: string;
  channel: string;
  test: boolean;
  /** The partner's terms on the day of the attempt. */
  fee: Fee;
  requested: Sum;
  /** The amount taken, which may differ from the amount asked for. */
  taken: Sum | null;
  actualState: AttemptAcquirerState;
  /** Its state by the gateway, which decides which of several attempts counts. */
  state: string;
  until: Date;
  /** Business time of the call. */
  startedAt: Date;
  /** Amounts that the acquirer wrongly reported as taken, and whether its last report was wrong. */
  wrongReports: Sum[];
  isLastReportWrong: boolean;
  /** Amounts given back, by the gateway's id of the refund. */
  reversals: Map<string, Sum>;
  /** Refusals, temporary or final, by the gateway's id of the refund. */
  rejectedReversals: Map<string, 'rejected' | 'failed'>;
  /** The acquirer's last answer about money that it is to give back; null before the first. */
  lastReversalOutcome: string | null;
  /** The grosz entered as unmatched and the amount of which they are the value; null while there is no entry. */
  suspensePln: number | null;
  suspenseSum: Sum | null;
  /** The entry of its return. */
  reversalEntries: Set<string>;
  chargebacks: Chargeback[];
  /** Staff have marked it as fraud. */
  isFraud: boolean;
  /** The subscription it charges, whether it counts there, and its billing period; null when it charges none. */
  mandate: Mandate | null;
  chargeState: ChargeState;
  period: number | null;
  reportedOutcomes: Set<string>;
  /** The gateway did not acknowledge the last report, so the acquirer repeats it. */
  isUnacknowledged: boolean;
}

/** An online payment, as the partner and the payer know it. */
export interface OnlinePayment {
  kind: 'online';
  name: string;
  service: PartnerService;
  requested: Sum;
  /** PLN for one unit when the payment was made, and the payment's value at that rate. */
  rate: string;
  plnMinor: number;
  attempts: AcquirerAttempt[];
  refunds: Refund[];
  /** The attempt whose money the ledger counts as the payment's. */
  bookedAttempt: AcquirerAttempt | null;
  heldAttempt: AcquirerAttempt | null;
  /** What the partner was told about codes for it. */
  notifiedCodeOutcomes: string[];
  /** The subscription that it is to begin. */
  requestedMandate: { value: string; terms: MandateTermsSeen } | null;
}
