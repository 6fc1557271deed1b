import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';

type RefundedSoFar = Pick<PaymentTransaction, 'amountMinor' | 'plnMinor' | 'refundMinor' | 'refundPlnMinor'>;

/**
 * Grosz that one more refund takes from the wallet: the value of all that is given back with it, half up, less what the other refunds
 * take. So parts that make a whole take what the whole would have, whatever came of refunds between them.
 * @param amountMinor at most what is left, in minor units of the payment's currency.
 */
export function walletValueOf(
  { amountMinor: paidMinor, plnMinor, refundMinor, refundPlnMinor }: RefundedSoFar,
  amountMinor: number,
): number {
  return Math.max(0, timesRatioHalfUp(plnMinor, refundMinor + amountMinor, paidMinor) - refundPlnMinor);
}
