import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cheapest, partnerShare, priceAt, priceForShare, pricesOf } from '../../src/products/direct-billing/commission/price.js';
import { DEFAULT_TARIFF, type Tariff, tariffTierOf, TIER_STARTS } from '../../src/products/direct-billing/commission/tariff.js';

const newTariff = (low: number, middle = low, high = low, maxGrossMinor = 10_000_000): Tariff => ({
  enabled: true,
  sharesBp: [low, middle, high],
  maxGrossMinor,
});
const anyTariff = fc.tuple(fc.nat(9900), fc.nat(9900), fc.nat(9900)).map(([low, middle, high]) => newTariff(low, middle, high));
const anyAmount = fc.integer({ min: 1, max: 99_999_999 });

describe('the price that leaves the partner at least an amount', () => {
  it('is net 285.72 and gross 351.44 for 200.00 at 30 %', () => {
    expect(priceForShare(20_000, newTariff(3000))).toMatchObject({ netMinor: 28_572, grossMinor: 35_144 });
  });

  it('leaves the partner no less than the amount', () => {
    fc.assert(fc.property(anyAmount, anyTariff, (amount, tariff) => priceForShare(amount, tariff).partnerMinor >= amount));
  });

  it('is the lowest candidate whose gross price is in its own tier', () => {
    fc.assert(
      fc.property(anyAmount, anyTariff, (amount, tariff) => {
        const price = priceForShare(amount, tariff);
        const inTier = [0, 1, 2].flatMap((tier) => {
          const netMinor = Number(
            (BigInt(amount) * 10_000n + BigInt(9_999 - (tariff.sharesBp[tier] ?? 0))) / BigInt(10_000 - (tariff.sharesBp[tier] ?? 0)),
          );
          const grossMinor = Math.floor((netMinor * 123 * 2 + 100) / 200);
          return tariffTierOf(grossMinor) === tier ? [grossMinor] : [];
        });
        return inTier.length > 0 ? price.grossMinor === Math.min(...inTier) : (TIER_STARTS as readonly number[]).includes(price.grossMinor);
      }),
    );
  });

  it('is the lower bound of the next tier when no candidate is in its own tier', () => {
    // 6.00 at 60 % would cost 18.45 gross, which is not below 9.00. At 10 % it would cost 8.20, which is below 9.00.
    const price = priceForShare(600, newTariff(6000, 1000, 1000));
    expect(price).toEqual({ netMinor: 732, grossMinor: 900, partnerMinor: 659 });
  });

  it('is the lower bound of a tier only if that leaves the partner enough, even if just enough', () => {
    // No candidate is in its own tier. The lower bound of the second tier leaves the partner 0.73, that of the third tier 18.30.
    expect(priceForShare(600, newTariff(6000, 9000, 1000))).toEqual({ netMinor: 2033, grossMinor: 2500, partnerMinor: 1830 });
    expect(priceForShare(7, newTariff(9990, 9900, 9900))).toEqual({ netMinor: 732, grossMinor: 900, partnerMinor: 7 });
  });

  it('is the price of a transaction with the amount type required', () => {
    fc.assert(
      fc.property(anyAmount, anyTariff, (amount, tariff) => {
        expect(priceAt({ ...tariff, maxGrossMinor: Number.MAX_SAFE_INTEGER }, 'required', amount)).toEqual(priceForShare(amount, tariff));
      }),
    );
  });
});

describe('net and gross prices', () => {
  it('have consistent net, VAT and share for each amount type', () => {
    fc.assert(
      fc.property(anyAmount, anyTariff, fc.constantFrom('required', 'net', 'gross'), (amount, tariff, type) => {
        const price = priceAt({ ...tariff, maxGrossMinor: Number.MAX_SAFE_INTEGER }, type, amount);
        if (!price) return false;
        return price.netMinor >= 0 && price.grossMinor >= price.netMinor && price.partnerMinor >= 0 && price.partnerMinor <= price.netMinor;
      }),
    );
  });

  it('keep the gross amount of type gross, and the net amount of type net', () => {
    expect(priceAt(newTariff(3000), 'gross', 1362)).toEqual({ grossMinor: 1362, netMinor: 1107, partnerMinor: 775 });
    expect(priceAt(newTariff(3000), 'net', 1107)).toEqual({ grossMinor: 1362, netMinor: 1107, partnerMinor: 775 });
  });

  it('use the share of the tier of the gross price', () => {
    const tariff = newTariff(1000, 2000, 3000);
    expect([899, 900, 2499, 2500].map((gross) => partnerShare(1000, gross, tariff))).toEqual([900, 800, 800, 700]);
  });
});

describe('an operator', () => {
  it('has no price when it is disabled or its highest price is exceeded', () => {
    const tariffs = {
      plus: DEFAULT_TARIFF,
      orange: { ...DEFAULT_TARIFF, enabled: false },
      play: { ...DEFAULT_TARIFF, maxGrossMinor: 1000 },
    };
    const prices = pricesOf(tariffs, 'gross', 1500);
    expect([prices.orange, prices.play, prices.plus?.grossMinor]).toEqual([null, null, 1500]);
  });

  it('has no price without a tariff', () => expect(priceAt(undefined, 'gross', 1500)).toBeNull());

  it('has a price that is equal to its highest price', () => {
    const tariff = newTariff(3000, 3000, 3000, 1500);
    expect([priceAt(tariff, 'gross', 1500)?.grossMinor, priceAt(tariff, 'gross', 1501)]).toEqual([1500, null]);
  });

  it('is the cheapest when it is the first of operators with the same lowest price', () => {
    const tariffs = { orange: newTariff(5000), play: newTariff(3000), 't-mobile': newTariff(4000), plus: newTariff(2000) };
    expect(cheapest(pricesOf(tariffs, 'gross', 1000))).toEqual(priceAt(tariffs.orange, 'gross', 1000));
  });

  it('is the cheapest when it has the lowest gross price', () => {
    const tariffs = { orange: newTariff(5000), play: newTariff(3000), 't-mobile': newTariff(4000), plus: newTariff(3000) };
    expect(cheapest(pricesOf(tariffs, 'required', 1000))).toEqual(priceForShare(1000, tariffs.play));
    expect(cheapest({ orange: null, play: null, 't-mobile': null, plus: null })).toBeNull();
  });
});
