import { formatAmount } from '../../../common/money/amount.js';
import type { WalletBalance } from '../wallet.query.js';
import { WalletBalanceTooLowError } from '../wallet-balance-too-low.js';

/** A payout is higher than the payable amount of the wallet. */
export class PayoutTooHighError extends WalletBalanceTooLowError {
  constructor(readonly wallet: WalletBalance) {
    super('available');
    this.name = 'PayoutTooHighError';
    const { availableMinor, receivableMinor, currency } = wallet;
    const format = (minor: number): string => `${formatAmount(minor)} ${currency}`;
    this.message = `At most ${format(payableMinor(wallet))} can be paid out: ${format(availableMinor)} is available, and the partner owes ${format(receivableMinor)}`;
  }
}

/** The available part less the partner's debts. */
export function payableMinor({ availableMinor, receivableMinor }: WalletBalance): number {
  return Math.max(0, availableMinor - Math.max(0, receivableMinor));
}
