import { describe, expect, it } from '@jest/globals';
import type { PaymentTransaction } from '../../src/products/payments/payments/payment-transaction.entity.js';
import { heldEntry, paidEntry, releasedPaymentEntry } from '../../src/products/payments/attempts/ledger-entries.js';

const AT = new Date('2026-01-02T03:04:05Z');
const row = (change: Partial<PaymentTransaction>): PaymentTransaction =>
  ({ id: 'a', test: false, channel: 'mbank', plnMinor: 1_000, commissionMinor: 15, partnerMinor: 985, ...change }) as PaymentTransaction;

describe('the ledger entry of captured money', () => {
  it('requires a channel, a commission and a partner amount', () => {
    for (const change of [{ channel: null }, { commissionMinor: null }, { partnerMinor: null }])
      expect(() => paidEntry(row(change), 'p', AT)).toThrow(/Payment a is paid.* but has no (channel|commission and partner amount)/);
    expect(() => releasedPaymentEntry(row({ partnerMinor: null }), 'p', AT)).toThrow('no commission and partner amount');
    expect(() => heldEntry(row({ channel: null }), AT)).toThrow('is paid or held but has no channel');
  });

  it('sums to zero and has no postings of 0', () => {
    const entry = paidEntry(row({ commissionMinor: 0, partnerMinor: 1_000 }), 'p', AT);
    expect(entry?.postings.map(({ account, amountMinor }) => [account, amountMinor])).toEqual([
      ['platform:clearing:mbank', 1_000],
      ['partner:available', -1_000],
    ]);
    expect(paidEntry(row({ plnMinor: 0, commissionMinor: 0, partnerMinor: 0 }), 'p', AT)).toBeNull();
  });
});
