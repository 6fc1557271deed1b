import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS, type PaymentStatus } from './states.js';

/** The allowed transitions, written a second time, so that a mistake in `PAYMENT_TRANSITIONS` makes the test fail. */
const ALLOWED = new Set(
  `new>generated new>canceled new>expired new>failure generated>confirmed generated>paid generated>failure generated>canceled
   generated>expired generated>fraud_possibility confirmed>paid confirmed>failure confirmed>fraud_possibility fraud_possibility>paid
   fraud_possibility>fraud canceled>paid failure>paid expired>paid paid>refunded paid>fraud
   refunded>paid`
    .trim()
    .split(/\s+/),
);
const transitionOf = (from: PaymentStatus, to: PaymentStatus): string => `${from}>${to}`.replaceAll('transaction_', '');

const WITH_MONEY: readonly PaymentStatus[] = ['transaction_paid', 'transaction_refunded', 'transaction_fraud'];

describe('the states of a payment', () => {
  it('allow exactly the listed transitions', () => {
    for (const from of PAYMENT_STATUSES)
      for (const to of PAYMENT_STATUSES)
        expect([transitionOf(from, to), PAYMENT_TRANSITIONS.allows(from, to)]).toEqual([
          transitionOf(from, to),
          ALLOWED.has(transitionOf(from, to)),
        ]);
  });

  it('reject a forbidden transition', () => {
    expect(() => PAYMENT_TRANSITIONS.assert('transaction_paid', 'transaction_new')).toThrow('from transaction_paid to transaction_new');
  });

  it('are reached only by allowed transitions, in 100,000 random walks', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const targets = targetsOf(seed);
        for (let walk = 0; walk < 100; walk += 1) if (!followsRules(Array.from({ length: 12 }, targets))) return false;
        return true;
      }),
      { numRuns: 1_000 },
    );
  });
});

/** An endless series of random statuses, from a linear congruential generator. */
function targetsOf(seed: number): () => PaymentStatus {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return PAYMENT_STATUSES[(state >>> 16) % PAYMENT_STATUSES.length] ?? PAYMENT_TRANSITIONS.initial;
  };
}

function followsRules(targets: readonly PaymentStatus[]): boolean {
  let status = PAYMENT_TRANSITIONS.initial;
  let paid = false;
  for (const target of targets) {
    if (!PAYMENT_TRANSITIONS.allows(status, target)) continue;
    if (!ALLOWED.has(transitionOf(status, target))) return false;
    status = target;
    paid ||= status === 'transaction_paid';
    // Once paid, a payment always has one of the statuses with money.
    if (paid && !WITH_MONEY.includes(status)) return false;
  }
  return true;
}
