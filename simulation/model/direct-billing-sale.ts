import type { AmountType, OperatorTariff } from './amounts.js';
import type { PartnerService } from './partner-service.js';

/**
 * State of a charge in the operator's records:
 * - `unseen`: the operator has not received the charge
 * - `seen`: the operator has received the charge and not decided
 * - `accepted`: the operator will charge the phone bill, and may still refuse
 * - `refused`: nothing is charged. The operator may book the charge later all the same
 * - `wrong code`: the payer entered a wrong code, so nothing is charged. The operator may book the charge later all the same
 * - `booked`: the charge is on the phone bill. This state is final; only a reversal returns the money
 */
export type ChargeOperatorState = 'unseen' | 'seen' | 'accepted' | 'refused' | 'wrong code' | 'booked';

/** A charge on a phone bill. */
export interface OperatorCharge {
  /** `d12/1`: the first charge of the sale `d12`. */
  name: string;
  sale: DirectBillingSale;
  reference: string;
  operator: string;
  /** Whether its operator is a test operator, which takes no money. */
  test: boolean;
  gross: number;
  actualState: ChargeOperatorState;
  /** Its state in the gateway. Of several booked charges, the partner gets the money of the one in the state `booked`. */
  gatewayState: string;
  /** Business time at which the gateway sent it. */
  startedAt: Date;
  /** 1 when the operator has reversed the charge, otherwise 0. A repeated request reverses nothing again. */
  reversalCount: number;
  /** Whether the ledger has its money in suspense, or had it before its reversal. */
  isInSuspense: boolean;
  /** Outcomes that the gateway received, or may have received, in responses and callbacks. */
  reportedOutcomes: Set<string>;
  /** The gateway has not acknowledged the last callback, so the operator repeats it. */
  isUnacknowledged: boolean;
}

/** A DirectBilling transaction. */
export interface DirectBillingSale {
  kind: 'phone';
  name: string;
  service: PartnerService;
  amountType: AmountType;
  amount: number;
  /** The tariff of each operator when the sale was created. */
  tariffs: Readonly<Record<string, OperatorTariff>>;
  charges: OperatorCharge[];
  /** The charge whose money the ledger has posted for the partner; null before. */
  bookedCharge: OperatorCharge | null;
}
