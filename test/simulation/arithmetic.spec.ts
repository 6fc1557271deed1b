import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { priceAt as priceOfGateway } from '../../src/products/direct-billing/commission/price.js';
import { plnValue } from '../../src/products/payments/exchange-rates/rate.js';
import { sharesOf } from '../../src/products/payments/payment-methods/commission.js';
import { splitCommission, toPlnMinor, priceAt } from '../../simulation/model/amounts.js';

const bp = fc.integer({ min: 0, max: 9_900 });
const amount = fc.integer({ min: 1, max: 2_000_000 });

describe('the arithmetic of the simulation, which shares no code with the gateway, has the same results', () => {
  it('for prices of DirectBilling', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('required', 'net', 'gross'),
        amount,
        bp,
        bp,
        bp,
        fc.integer({ min: 1, max: 3_000_000 }),
        (type, minor, low, middle, high, max) => {
          const price = priceAt(type, minor, { enabled: true, commissionBp: [low, middle, high], maxGross: max });
          const ofGateway = priceOfGateway({ enabled: true, sharesBp: [low, middle, high], maxGrossMinor: max }, type, minor);
          expect(price && { grossMinor: price.gross, netMinor: price.net, partnerMinor: price.partner }).toEqual(ofGateway);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('for commissions and for values in PLN', () => {
    fc.assert(
      fc.property(amount, bp, fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 1, max: 99_999 }), (minor, share, fixed, rate) => {
        const { commission, partner } = splitCommission(minor, { bp: share, fixed });
        expect({ commissionMinor: commission, partnerMinor: partner }).toEqual(
          sharesOf(minor, { commissionBp: share, commissionFixedMinor: fixed }),
        );
        const text = (rate / 10_000).toFixed(4);
        expect(toPlnMinor(minor, text)).toBe(plnValue(minor, `${text}000000`));
      }),
    );
  });
});
