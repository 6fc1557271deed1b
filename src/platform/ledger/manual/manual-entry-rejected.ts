import { formatAmount } from '../../../common/money/amount.js';
import type { WalletBalance } from '../wallet.query.js';
import { WalletBalanceTooLowError } from '../wallet-balance-too-low.js';

/** The available part less the partner's debts. */
export function payableMinor({ availableMinor, receivableMinor }: WalletBalance): number {
  return Math.max(0, availableMinor - Math.max(0, receivableMinor));
}

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

/** Payouts of a blocked partner are rejected. */
export class PartnerBlockedError extends Error {
  constructor() {
    super('The partner is blocked: its payouts are held. Unblock it, or add --although-blocked if the transfer was sent before');
    this.name = 'PartnerBlockedError';
  }
}

/** The reference was used before, for other content. Proposals also throw this error when the very same entry exists already. */
export class ReferenceTakenError extends Error {
  /** @param usedFor what the reference is used for, such as `a payout`. */
  constructor(reference: string, usedFor: string) {
    super(`The reference ${reference} is already used for ${usedFor} with other content. Use another reference.`);
    this.name = 'ReferenceTakenError';
  }
}
