import { describe, expect, it } from '@jest/globals';
import type { AccountStatement } from './statement.query.js';
import { StatementTotals } from './statement-totals.js';

const account = (change: Partial<AccountStatement>): AccountStatement => ({
  account: 'platform:vat',
  partnerId: null,
  partner: null,
  currency: 'PLN',
  test: false,
  openingMinor: 0,
  movements: [],
  closingMinor: 0,
  ...change,
});
const movement = (debitMinor: number, creditMinor: number) => ({ kind: 'sale', postings: 1, debitMinor, creditMinor });
const totalsOf = (...accounts: Partial<AccountStatement>[]): StatementTotals => {
  const totals = new StatementTotals();
  for (const change of accounts) totals.add(account(change));
  return totals;
};

describe('the totals of a statement', () => {
  it('are separate for each currency and for test money', () => {
    const { all } = totalsOf(
      { openingMinor: 5, movements: [movement(10, 3), movement(0, 2)], closingMinor: 10 },
      { openingMinor: -7, movements: [movement(4, 0)], closingMinor: -3 },
      { currency: 'EUR', openingMinor: 1, closingMinor: 1 },
      { test: true, closingMinor: 8 },
    );
    expect(all).toEqual([
      { currency: 'PLN', test: false, openingMinor: -2, debitMinor: 14, creditMinor: 5, closingMinor: 7 },
      { currency: 'EUR', test: false, openingMinor: 1, debitMinor: 0, creditMinor: 0, closingMinor: 1 },
      { currency: 'PLN', test: true, openingMinor: 0, debitMinor: 0, creditMinor: 0, closingMinor: 8 },
    ]);
  });

  it.each<[string, boolean, Partial<AccountStatement>[]]>([
    ['balance without accounts', true, []],
    [
      'balance when debit equals credit, and opening and closing are zero',
      true,
      [
        { openingMinor: -2, movements: [movement(5, 3)] },
        { openingMinor: 2, movements: [movement(0, 2)] },
      ],
    ],
    ['do not balance when the opening is not zero', false, [{ openingMinor: 1 }]],
    ['do not balance when the closing is not zero', false, [{ closingMinor: -1 }]],
    ['do not balance when debit is not equal to credit', false, [{ movements: [movement(1, 0)] }]],
    ['do not balance when only one currency balances', false, [{}, { currency: 'EUR', closingMinor: 1 }]],
    ['do not balance when two currencies only cancel each other out', false, [{ closingMinor: -1 }, { currency: 'EUR', closingMinor: 1 }]],
  ])('%s', (_, isBalanced, accounts) => {
    expect(totalsOf(...accounts).areBalanced).toBe(isBalanced);
  });
});
