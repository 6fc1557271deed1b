import { describe, expect, it } from '@jest/globals';
import { WalletBalanceTooLowError, asWalletBalanceTooLow } from './wallet-balance-too-low.js';

const violationOf = (constraint: unknown): Error => Object.assign(new Error('violates a constraint'), { constraint });

describe('asWalletBalanceTooLow', () => {
  it.each(['pending', 'available', 'reserved'] as const)('returns the error of the %s part for its constraint', (part) => {
    const error = asWalletBalanceTooLow(violationOf(`wallet_${part}_not_negative`));
    expect(error).toBeInstanceOf(WalletBalanceTooLowError);
    expect(error).toMatchObject({ part, name: 'WalletBalanceTooLowError', message: `The ${part} part of the wallet is too small` });
  });

  it.each<[string, unknown]>([
    ['an error of another constraint', violationOf('ledger_entry_balanced')],
    ['a constraint name with a prefix', violationOf('old_wallet_pending_not_negative')],
    ['a constraint name with a suffix', violationOf('wallet_pending_not_negative_here')],
    ['an error without a constraint', new Error('wallet_pending_not_negative')],
    ['an object that is no Error', { constraint: 'wallet_pending_not_negative' }],
    ['undefined', undefined],
  ])('returns null for %s', (_, error) => {
    expect(asWalletBalanceTooLow(error)).toBeNull();
  });
});
