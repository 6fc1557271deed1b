import { describe, expect, it } from '@jest/globals';
import { WalletBalanceTooLowError, asWalletBalanceTooLow } from './wallet-balance-too-low.js';

const violationOf = (constraint: unknown): Error => Object.assign(new Error('violates a constraint'), { constraint });

describe('the database’s refusal to take from a wallet', () => {
  it.each(['pending', 'available', 'reserved'] as const)('names its %s part', (part) => {
    const refusal = asWalletBalanceTooLow(violationOf(`wallet_${part}_not_negative`));
    expect(refusal).toBeInstanceOf(WalletBalanceTooLowError);
    expect(refusal).toMatchObject({ part, name: 'WalletBalanceTooLowError', message: `The ${part} part of the wallet is too small` });
  });

  it.each<[string, unknown]>([
    ['of another constraint', violationOf('ledger_entry_balanced')],
    ['of a constraint whose name has more before it', violationOf('old_wallet_pending_not_negative')],
    ['of a constraint whose name has more behind it', violationOf('wallet_pending_not_negative_here')],
    ['of no constraint', new Error('wallet_pending_not_negative')],
    ['that is no error', { constraint: 'wallet_pending_not_negative' }],
    ['that is nothing', undefined],
  ])('is not a failure %s', (_, error) => {
    expect(asWalletBalanceTooLow(error)).toBeNull();
  });
});
