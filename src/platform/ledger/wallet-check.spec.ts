import { describe, expect, it } from '@jest/globals';
import { type AccountSum, brokenLines, findWalletInconsistency, type WalletRow } from './wallet-check.js';

const WALLET: WalletRow = {
  partner_id: 'partner',
  currency: 'PLN',
  pending_minor: '100',
  available_minor: '20',
  reserved_minor: '0',
  receivable_minor: '7',
  accounts: { 'partner:pending': '1', 'partner:available': '2', 'partner:receivable': '3' },
};
const POSTED = new Map<string, AccountSum>([
  ['1', { postings: 4, total: -100n }],
  ['2', { postings: 1, total: -20n }],
  ['3', { postings: 1, total: 7n }],
]);
const reasonOf = (wallet: Partial<WalletRow>, sums: ReadonlyMap<string, AccountSum> = POSTED): string | undefined => {
  const broken = findWalletInconsistency({ ...WALLET, ...wallet }, sums);
  if (broken) expect(broken).toMatchObject({ table: 'wallet', id: 'partner' });
  return broken?.reason;
};

describe('a wallet beside its postings', () => {
  it('is sound when each part is what was credited to its account, and nothing where there is no account', () => {
    expect(reasonOf({})).toBeUndefined();
    expect(
      reasonOf({ pending_minor: null, available_minor: null, reserved_minor: null, receivable_minor: null, accounts: null }, new Map()),
    ).toBeUndefined();
  });

  it.each<[string, Partial<WalletRow>]>([
    ['its pending part is 101 PLN (minor units), its postings sum to 100', { pending_minor: '101' }],
    ['its available part is -20 PLN (minor units), its postings sum to 20', { available_minor: '-20' }],
    ['its reserved part is 1 PLN (minor units), its postings sum to 0', { reserved_minor: '1' }],
    ['what its partner owes is 6 PLN (minor units), its postings sum to 7', { receivable_minor: '6' }],
    ['what its partner owes is 0 PLN (minor units), its postings sum to 7', { receivable_minor: null }],
    ['its pending part is 0 PLN (minor units), its postings sum to 100', { pending_minor: null }],
    ['its pending part is 100 PLN (minor units), its postings sum to 0', { accounts: null }],
    ['its available part is 20 PLN (minor units), its postings sum to 0', { accounts: { 'partner:pending': '1' } }],
  ])('is broken when %s', (reason, wallet) => {
    expect(reasonOf(wallet)).toBe(reason);
  });

  it('is broken when a part is below zero, although its postings say so too', () => {
    expect(reasonOf({ available_minor: '-1' }, new Map([...POSTED, ['2', { postings: 1, total: 1n }]]))).toBe(
      'its available part is below zero: -1 PLN (minor units)',
    );
  });
});

describe('the lines of a wallet beside its postings', () => {
  const reasonWith = (...changed: [string, AccountSum][]): string | undefined =>
    brokenLines(WALLET, new Map([...POSTED, ...changed]), POSTED)?.reason;

  it('are sound when they are as many and come to as much', () => expect(reasonWith()).toBeUndefined());

  it.each<[string, AccountSum]>([
    ['partner:pending has 3 lines of -100 (minor units), and 4 postings of -100', { postings: 3, total: -100n }],
    ['partner:pending has 4 lines of -99 (minor units), and 4 postings of -100', { postings: 4, total: -99n }],
  ])('are not sound when %s', (reason, lines) => expect(reasonWith(['1', lines])).toBe(reason));

  it('are not sound when an account has none', () => {
    expect(brokenLines(WALLET, new Map(), POSTED)).toEqual({
      table: 'wallet_line',
      id: 'partner',
      reason: 'partner:pending has 0 lines of 0 (minor units), and 4 postings of -100',
    });
  });
});
