import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS, type PaymentStatus } from './payment-transitions.js';

/** Written apart from the table, as a second opinion. */
const ALLOWED = new Set(
  `new>generated new>canceled new>expired new>failure generated>confirmed generated>paid generated>failure generated>canceled
   generated>expired generated>fraud_possibility confirmed>paid confirmed>failure confirmed>fraud_possibility fraud_possibility>paid
   fraud_possibility>fraud canceled>paid failure>paid expired>paid paid>refunded paid>fraud
   refunded>paid`
    .trim()
    .split(/\s+/),
);
const moveOf = (from: PaymentStatus, to: PaymentStatus): string => `${from}>${to}`.replaceAll('transaction_', '');

const WITH_MONEY: readonly PaymentStatus[] = ['transaction_paid', 'transaction_refunded', 'transaction_fraud'];

describe('the states of a payment', () => {
  it('allow exactly these moves', () => {
    for (const from of PAYMENT_STATUSES)
      for (const to of PAYMENT_STATUSES)
        expect([moveOf(from, to), PAYMENT_TRANSITIONS.allows(from, to)]).toEqual([moveOf(from, to), ALLOWED.has(moveOf(from, to))]);
  });

  it('refuse a forbidden move', () => {
    expect(() => PAYMENT_TRANSITIONS.assert('transaction_paid', 'transaction_new')).toThrow('from transaction_paid to transaction_new');
  });

  it('are never reached by a move that is forbidden, in 100,000 walks', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const wishes = wishesOf(seed);
        for (let walk = 0; walk < 100; walk += 1) if (!isSound(Array.from({ length: 12 }, wishes))) return false;
        return true;
      }),
      { numRuns: 1_000 },
    );
  });
});

/** An endless series of random statuses, from a linear congruential generator. */
function wishesOf(seed: number): () => PaymentStatus {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return PAYMENT_STATUSES[(state >>> 16) % PAYMENT_STATUSES.length] ?? PAYMENT_TRANSITIONS.initial;
  };
}

function isSound(wishes: readonly PaymentStatus[]): boolean {
  let at = PAYMENT_TRANSITIONS.initial;
  let paid = false;
  for (const wish of wishes) {
    if (!PAYMENT_TRANSITIONS.allows(at, wish)) continue;
    if (!ALLOWED.has(moveOf(at, wish))) return false;
    at = wish;
    paid ||= at === 'transaction_paid';
    // Once paid, the status always says so.
    if (paid && !WITH_MONEY.includes(at)) return false;
  }
  return true;
}
