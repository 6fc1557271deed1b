import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validateDraft } from './validate-draft.js';
import { type LedgerSale, saleEntry } from './sale-entry.js';

const SALE_OF_615: LedgerSale = {
  kind: 'sms.received',
  reference: 'sms:1',
  test: false,
  occurredAt: new Date('2026-03-01T12:00:00Z'),
  clearing: 'orange',
  partnerId: 'partner',
  grossMinor: 615,
  netMinor: 500,
  partnerMinor: 200,
};

describe('saleEntry', () => {
  it('debits the provider with the gross price and credits VAT, the partner’s share and the commission', () => {
    expect(saleEntry(SALE_OF_615)).toEqual({
      kind: 'sms.received',
      reference: 'sms:1',
      test: false,
      occurredAt: new Date('2026-03-01T12:00:00Z'),
      postings: [
        { account: 'platform:clearing:orange', currency: 'PLN', amountMinor: 615 },
        { account: 'platform:vat', currency: 'PLN', amountMinor: -115 },
        { account: 'partner:pending', partnerId: 'partner', currency: 'PLN', amountMinor: -200 },
        { account: 'platform:commission', currency: 'PLN', amountMinor: -300 },
      ],
    });
  });

  it('leaves out postings of zero', () => {
    const accounts = (sale: Partial<LedgerSale>): string[] => saleEntry({ ...SALE_OF_615, ...sale }).postings.map(({ account }) => account);
    expect(accounts({ netMinor: 615 })).not.toContain('platform:vat');
    expect(accounts({ partnerMinor: 0 })).not.toContain('partner:pending');
    expect(accounts({ partnerMinor: 500 })).not.toContain('platform:commission');
  });

  it('makes a valid draft for any price and shares', () => {
    const prices = fc
      .tuple(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000_000))
      .map((amounts) => amounts.toSorted((a, b) => a - b) as [number, number, number])
      .filter(([, , grossMinor]) => grossMinor > 0);
    fc.assert(
      fc.property(prices, ([partnerMinor, netMinor, grossMinor]) =>
        validateDraft(saleEntry({ ...SALE_OF_615, partnerMinor, netMinor, grossMinor })),
      ),
    );
  });
});
