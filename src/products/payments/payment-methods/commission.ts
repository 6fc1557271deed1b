import { timesRatioHalfUp, HUNDRED_PERCENT_BP } from '../../../common/money/ratio.js';

export interface CommissionRate {
  /** Basis points of the PLN value. */
  commissionBp: number;
  /** The part of the commission that does not depend on the amount, in grosz. */
  commissionFixedMinor: number;
}

/** The shares of the gateway and of the partner in a payment, in grosz. */
export interface Shares {
  commissionMinor: number;
  partnerMinor: number;
}

/** Divides the PLN value of a payment into commission and partner amount. The commission is at most the whole value. */
export function sharesOf(plnMinor: number, { commissionBp, commissionFixedMinor }: CommissionRate): Shares {
  const fullCommissionMinor = timesRatioHalfUp(plnMinor, commissionBp, HUNDRED_PERCENT_BP) + commissionFixedMinor;
  const commissionMinor = Math.min(plnMinor, fullCommissionMinor);
  return { commissionMinor, partnerMinor: plnMinor - commissionMinor };
}
