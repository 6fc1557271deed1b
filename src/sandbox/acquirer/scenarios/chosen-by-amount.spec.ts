import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeAmountOutcome } from './chosen-by-amount.js';
import { paymentScenarioOf } from './payment-scenarios.js';
import { refundScenarioOf } from './refund-scenarios.js';

const ordinary = fc.integer({ min: 1, max: 99_999_999 }).filter((minor) => minor < 777_91 || minor > 777_99);

describe('an ordinary price', () => {
  it.each([49_99, 129_99, 29_99, 44_99, 777_90, 778_00])(
    'of %d minor units is paid immediately and refunded without a special outcome',
    (amountMinor) => {
      expect(paymentScenarioOf(amountMinor).outcome).toBe('paid immediately, and reported');
      expect(refundScenarioOf(amountMinor).outcome).toBe('pending, and done 2 seconds later');
    },
  );

  it('chooses no scenario for payments on the acquirer’s page or for refunds', () => {
    fc.assert(
      fc.property(ordinary, (amountMinor) => {
        expect([describeAmountOutcome('page', amountMinor), describeAmountOutcome('refund', amountMinor)]).toEqual([null, null]);
      }),
    );
  });
});

describe('the sentence about the outcome that an amount chooses', () => {
  it.each([
    ['page', 777_99, 'the amount 777.99 means: abandoned: nothing happens, and it expires'],
    ['refund', 777_91, 'the amount 777.91 means: rejected: too late'],
    ['charge', 777_91, 'the amount 777.91 means: refused: no funds'],
    ['charge', 96_00, 'the amount 96.00 means: refused: LIMIT_EXCEEDED'],
    ['charge', 384_00, 'the amount 384.00 means: the bank asks the payer, with any model'],
    ['code', 96_00, 'the amount 96.00 means: refused (LIMIT_EXCEEDED) with a BLIK code 777xxx'],
    ['code', 777_99, null],
    ['page', 96_00, null],
  ] as const)('is for a %s of %d minor units: %s', (context, amountMinor, text) => {
    expect(describeAmountOutcome(context, amountMinor)).toBe(text);
  });
});
