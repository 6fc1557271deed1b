import { formatAmount } from '../../../common/money/amount.js';
import type { WalletBalance } from '../wallet.query.js';
import { WalletBalanceTooLow } from '../wallet-balance-too-low.js';

/** What a partner owes is not paid out. */
export class PayoutTooHigh extends WalletBalanceTooLow {
  constructor(readonly wallet: WalletBalance) {
    super('available');
    this.name = 'PayoutTooHigh';
    const { availableMinor, receivableMinor, currency } = wallet;
    const shown = (minor: number): string => `${formatAmount(minor)} ${currency}`;
    this.message = `At most ${shown(payableMinor(wallet))} can be paid out: ${shown(availableMinor)} is available, and the partner owes ${shown(receivableMinor)}`;
  }
}

/** What can be paid out of a wallet: what is available less what the partner owes. */
export function payableMinor({ availableMinor, receivableMinor }: WalletBalance): number {
  return Math.max(0, availableMinor - Math.max(0, receivableMinor));
}
