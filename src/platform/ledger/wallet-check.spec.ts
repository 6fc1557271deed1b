import { describe, expect, it } from '@jest/globals';
import { type AccountSum, findLineInconsistency, findWalletInconsistency, type WalletRow } from './wallet-check.js';

const WALLET: WalletRow = {
  partner_id: 'partner',
  currency: 'PLN',
  pending_minor: '100',
  available_minor: '20',
  reserved_minor: '0',
  receivable_minor: '7',
  accounts: { 'partner:pending': '1', 'partner:available': '2', 'partner:receivable': '3' },
};
const POSTING_SUMS = new Map<string, AccountSum>([
  ['1', { postings: 4, total: -100n }],
  ['2', { postings: 1, total: -20n }],
  ['3', { postings: 1, total: 7n }],
]);
const reasonOf = (wallet: Partial<WalletRow>, sums: ReadonlyMap<string, AccountSum> = POSTING_SUMS): string | undefined => {
  const inconsistentRow = findWalletInconsistency({ ...WALLET, ...wallet }, sums);
  if (inconsistentRow) expect(inconsistentRow).toMatchObject({ table: 'wallet', id: 'partner' });
  return inconsistentRow?.reason;
};

describe('the check of a wallet against its postings', () => {
  it('passes when each part is the credit of its account, and zero without an account', () => {
    expect(reasonOf({})).toBeUndefined();
    expect(
      reasonOf({ pending_minor: null, available_minor: null, reserved_minor: null, receivable_minor: null, accounts: null }, new Map()),
    ).toBeUndefined();
  });

  it.each<[string, Partial<WalletRow>]>([
    ['its pending part is 101 PLN (minor units), its postings sum to 100', { pending_minor: '101' }],
    ['its available part is -20 PLN (minor units), its postings sum to 20', { available_minor: '-20' }],
    ['its reserved part is 1 PLN (minor units), its postings sum to 0', { reserved_minor: '1' }],
    ['its receivable is 6 PLN (minor units), its postings sum to 7', { receivable_minor: '6' }],
    ['its receivable is 0 PLN (minor units), its postings sum to 7', { receivable_minor: null }],
    ['its pending part is 0 PLN (minor units), its postings sum to 100', { pending_minor: null }],
    ['its pending part is 100 PLN (minor units), its postings sum to 0', { accounts: null }],
    ['its available part is 20 PLN (minor units), its postings sum to 0', { accounts: { 'partner:pending': '1' } }],
  ])('reports that %s', (reason, wallet) => {
    expect(reasonOf(wallet)).toBe(reason);
  });

  it('reports a part below zero even when its postings have the same sum', () => {
    expect(reasonOf({ available_minor: '-1' }, new Map([...POSTING_SUMS, ['2', { postings: 1, total: 1n }]]))).toBe(
      'its available part is below zero: -1 PLN (minor units)',
    );
  });
});

describe('the check of wallet lines against postings', () => {
  const reasonWith = (...changed: [string, AccountSum][]): string | undefined =>
    findLineInconsistency(WALLET, new Map([...POSTING_SUMS, ...changed]), POSTING_SUMS)?.reason;

  it('passes when number and sum are equal', () => expect(reasonWith()).toBeUndefined());

  it.each<[string, AccountSum]>([
    ['partner:pending has 3 lines that sum to -100 (minor units), and 4 postings that sum to -100', { postings: 3, total: -100n }],
    ['partner:pending has 4 lines that sum to -99 (minor units), and 4 postings that sum to -100', { postings: 4, total: -99n }],
  ])('reports that %s', (reason, lines) => expect(reasonWith(['1', lines])).toBe(reason));

  it('reports an account without lines', () => {
    expect(findLineInconsistency(WALLET, new Map(), POSTING_SUMS)).toEqual({
      table: 'wallet_line',
      id: 'partner',
      reason: 'partner:pending has 0 lines that sum to 0 (minor units), and 4 postings that sum to -100',
    });
  });
});
