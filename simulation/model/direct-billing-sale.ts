import type { AmountType, Terms } from './amounts.js';
import type { ShopService } from './shop.js';

/** State of a charge at the operator, by its own books. */
export type ChargeOperatorState = 'unseen' | 'seen' | 'accepted' | 'refused' | 'wrong code' | 'booked';

/** A charge as its operator knows it. */
export interface OperatorCharge {
  /** `d12/1` in stories. */
  name: string;
  sale: DirectBillingSale;
  reference: string;
  operator: string;
  /** A test operator, which takes no money. */
  test: boolean;
  gross: number;
  deed: ChargeOperatorState;
  /** Its state by the gateway, which decides which of several charges counts. */
  state: string;
  /** Business time of the call. */
  begunAt: Date;
  /** How often its money was given back. */
  reversals: number;
  /** Its money was entered as unmatched. */
  unmatched: boolean;
  /** Reports of it that the gateway received, or may have received. */
  said: Set<string>;
  /** The gateway did not acknowledge the last report, so the operator repeats it. */
  unanswered: boolean;
}

/** A sale charged to a phone bill, as the partner and the payer know it. */
export interface DirectBillingSale {
  kind: 'phone';
  name: string;
  service: ShopService;
  type: AmountType;
  amount: number;
  /** The prices of each operator on the day of the sale. */
  terms: Readonly<Record<string, Terms>>;
  charges: OperatorCharge[];
  /** The charge whose money the ledger counts as the partner's. */
  counted: OperatorCharge | null;
}
