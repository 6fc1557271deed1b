import { describe, expect, it } from '@jest/globals';
import type { RetentionConfig } from '../../runtime/config/retention-settings.js';
import { Parts } from './parts.js';
import type { Get } from './product.js';
import type { SettlementSource } from './settlement-source.js';

class Texts {
  readonly source = { name: 'texts' };
  retention = (days: number): object => ({ name: 'texts', days });
}
const get: Get = (provider) => new (provider as unknown as new () => never)();

const partsOf = (...parts: object[]): Parts => new Parts(parts, get);

const SMS = {
  area: 'sms',
  lists: [{ name: 'messages' }],
  notifications: [{ name: 'received' }, { name: 'answered' }],
  paidStatuses: ['sold'],
  checks: [{ table: 'message' }],
  totals: [{ log: 'ledger_entry', select: 'messages' }],
  personalData: (of: Get) => [of(Texts).source],
  retentions: ({ smsTextsDays }: RetentionConfig, of: Get) => [of(Texts).retention(smsTextsDays)],
};
const PAYMENTS = {
  area: 'payment',
  lists: [{ name: 'payments' }, { name: 'links' }],
  notifications: [{ name: 'paid' }],
  paidStatuses: ['paid', 'held'],
  checks: [{ table: 'refund' }, { table: 'link' }],
  totals: [
    { log: 'state_history', select: 'failures' },
    { log: 'ledger_entry', select: 'payments' },
  ],
  personalData: () => [{ name: 'payers' }],
  retentions: ({ payerDataDays }: RetentionConfig) => [{ name: 'payers', days: payerDataDays }],
};
const LEDGER = { checks: [{ table: 'payout' }] };

describe('the declarations of all parts', () => {
  const parts = partsOf(LEDGER, SMS, PAYMENTS);

  it('are the products', () => {
    expect(parts.products).toEqual([SMS, PAYMENTS]);
    expect(parts.productOf('payment')).toBe(PAYMENTS);
    expect(() => parts.productOf('directbilling')).toThrow('There is no product directbilling.');
  });

  it('are the lists, notifications, statuses and checks of each part, in the order of the parts', () => {
    expect(parts.lists).toEqual([{ name: 'messages' }, { name: 'payments' }, { name: 'links' }]);
    expect(parts.notifications).toEqual([{ name: 'received' }, { name: 'answered' }, { name: 'paid' }]);
    expect(parts.paidStatuses).toEqual(['sold', 'paid', 'held']);
    expect(parts.checks).toEqual([{ table: 'payout' }, { table: 'message' }, { table: 'refund' }, { table: 'link' }]);
  });

  it('are the totals of one log', () => {
    expect(parts.totalsOf('state_history')).toEqual([{ log: 'state_history', select: 'failures' }]);
    expect(parts.totalsOf('ledger_entry').map(({ select }) => select)).toEqual(['messages', 'payments']);
  });

  it('are the personal data and its retentions, made with the services and the settings of the process', () => {
    expect(parts.personalData).toEqual([{ name: 'texts' }, { name: 'payers' }]);
    const settings = { smsTextsDays: 396, payerDataDays: 2192 } as RetentionConfig;
    expect(parts.retentions(settings)).toEqual([
      { name: 'texts', days: 396 },
      { name: 'payers', days: 2192 },
    ]);
  });

  it.each([
    ['lists of one name', { lists: [{ name: 'payments' }] }, 'Two lists have the name payments. Give each list its own name.'],
    [
      'notifications of one name',
      { notifications: [{ name: 'paid' }] },
      'Two notifications have the name paid. Give each notification its own name.',
    ],
    ['checks of a table', { checks: [{ table: 'refund' }] }, 'Two checks have the table refund. Give each check its own table.'],
    [
      'checks of a kind of entry',
      { checks: ['payout', 'bonus'].map((table) => ({ table, entries: { list: [{ kind: 'paid' }] } })) },
      'Two checks have the kind of entry paid. Give each check its own kind of entry.',
    ],
    ['products of one area', { area: 'payment' }, 'Two products have the name payment. Give each product its own name.'],
  ])('reject two %s', (_, repeated, message) => {
    expect(() => partsOf(PAYMENTS, repeated)).toThrow(message);
  });

  describe('of settlement files', () => {
    const source = (...providers: string[]): SettlementSource => ({ providers, lookup: '', ofEntries: '' });
    const [operatorSource, acquirerSource] = [source('orange', 'play'), source('acquirer')];
    const withSources = partsOf({ settlementSources: [operatorSource] }, {}, { settlementSources: [acquirerSource] });

    it('are those that name the provider', () => {
      const [ofOperator, ofAcquirer] = ['play', 'acquirer'].map((provider) => withSources.settlementSourcesOf(provider));
      expect([ofOperator, ofAcquirer]).toEqual([[operatorSource], [acquirerSource]]);
    });

    it('are all when none names the provider', () => {
      expect(withSources.settlementSourcesOf('stranger')).toEqual([operatorSource, acquirerSource]);
    });
  });
});
