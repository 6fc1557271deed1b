import type { AmountType, Terms } from './amounts.js';
import type { PartnerService } from './shop.js';

/** State of a charge at the operator, in its own records. */
export type ChargeOperatorState = 'unseen' | 'seen' | 'accepted' | 'refused' | 'wrong code' | 'booked';

/** A charge as its operator knows it. */
export interface OperatorCharge {
  /** `d12/1` in transcripts. */
  name: string;
  sale: DirectBillingSale;
  reference: string;
  operator: string;
  /** A test operator, which takes no money. */
  test: boolean;
  gross: number;
  actualState: ChargeOperatorState;
  /** Its state by the gateway, which decides which of several charges counts. */
  state: string;
  /** Business time of the call. */
  startedAt: Date;
  /** How often its money was given back. */
  reversals: number;
  /** Its money was entered as unmatched. */
  isSuspense: boolean;
  /** Reports of it that the gateway received, or may have received. */
  reportedOutcomes: Set<string>;
  /** The gateway did not acknowledge the last report, so the operator repeats it. */
  isUnacknowledged: boolean;
}

/** A sale charged to a phone bill, as the partner and the payer know it. */
export interface DirectBillingSale {
  kind: 'phone';
  name: string;
  service: PartnerService;
  type: AmountType;
  amount: number;
  /** The prices of each operator on the day of the sale. */
  terms: Readonly<Record<string, Terms>>;
  charges: OperatorCharge[];
  /** The charge whose money the ledger counts as the partner's. */
  bookedCharge: OperatorCharge | null;
}
