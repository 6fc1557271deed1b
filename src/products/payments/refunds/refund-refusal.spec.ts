import { describe, expect, it } from '@jest/globals';
import { MAX_REFUNDS } from '../channels/limits.js';
import { refundableMinor, type RequestedRefund } from './refund-refusal.js';

const PAID_AT = new Date('2026-03-01T12:00:00Z');
const anyRefunds = { partial: true, several: true, withinDays: null, secondsApart: 0 };
const onTime = { now: new Date('2026-03-31T12:00:00Z'), capabilities: { ...anyRefunds, withinDays: 30 } };

const payment = (change: Partial<RequestedRefund['payment']> = {}): RequestedRefund['payment'] => ({
  status: 'transaction_paid',
  amountMinor: 1_000,
  currency: 'PLN',
  paidAt: PAID_AT,
  refundCount: 0,
  refundMinor: 0,
  ...change,
});
const refundable = (change: Partial<RequestedRefund> = {}): number =>
  refundableMinor({ payment: payment(), amountMinor: null, goingBackMinor: 0, capabilities: anyRefunds, now: PAID_AT, ...change });
const refused = (change: Partial<RequestedRefund>) => {
  try {
    return refundable(change);
  } catch (error) {
    return [(error as { code: string }).code, (error as Error).message];
  }
};

describe('a refund', () => {
  it.each<[string, Partial<RequestedRefund>, number]>([
    ['without an amount is of the whole', {}, 1_000],
    ['without an amount is of what is left', { goingBackMinor: 400 }, 600],
    ['is of the amount', { amountMinor: 1 }, 1],
    ['may be of all that is left', { amountMinor: 600, goingBackMinor: 400 }, 600],
    ['of a payment that is refunded is judged by what is left', { payment: payment({ status: 'transaction_refunded' }) }, 1_000],
    ['may be asked for in the last moment of its days', onTime, 1_000],
    ['may be the last of those that a payment has', { payment: payment({ refundCount: MAX_REFUNDS - 1 }) }, 1_000],
    ['of the whole needs no channel that refunds parts', { capabilities: { ...anyRefunds, partial: false } }, 1_000],
    ['is the first at a channel that refunds once', { capabilities: { ...anyRefunds, several: false } }, 1_000],
    [
      'is the second at a channel that refunds once, whose first was not done',
      { payment: payment({ refundCount: 1 }), capabilities: { ...anyRefunds, several: false } },
      1_000,
    ],
    ['of a payment that says not when it was paid has no last day', { ...onTime, payment: payment({ paidAt: null }) }, 1_000],
  ])('%s', (_, change, minor) => expect(refundable(change)).toBe(minor));

  const tooMuch = (left: string) => [
    'REFUND_AMOUNT_TOO_HIGH',
    `That is more than is left of the payment to be refunded: at most ${left} PLN.`,
  ];
  it.each<[string, Partial<RequestedRefund>, string[]]>([
    [
      'of what is not paid',
      { payment: payment({ status: 'transaction_new' }), capabilities: null },
      ['TRANSACTION_NOT_PAID', 'Only a paid transaction can be refunded. This one is transaction_new.'],
    ],
    ['of more than is left', { amountMinor: 601, goingBackMinor: 400 }, tooMuch('6.00')],
    ['of nothing', { amountMinor: 0 }, tooMuch('10.00')],
    [
      'of all that is left, when nothing is',
      { goingBackMinor: 1_000 },
      ['REFUND_AMOUNT_TOO_HIGH', 'Nothing is left of the payment to be refunded.'],
    ],
    [
      'at a channel that gives nothing back',
      { capabilities: null, amountMinor: 2_000 },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel does not give money back.'],
    ],
    [
      'after the last day',
      { ...onTime, now: new Date(onTime.now.getTime() + 1) },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel gives money back for 30 days only.'],
    ],
    [
      'of a part, where there are none',
      { capabilities: { ...anyRefunds, partial: false }, amountMinor: 999 },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel gives back the whole payment only.'],
    ],
    [
      'after another, where there is one',
      { capabilities: { ...anyRefunds, several: false }, payment: payment({ refundMinor: 1 }) },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel gives money back once only.'],
    ],
    [
      'after the most',
      { payment: payment({ refundCount: MAX_REFUNDS }) },
      ['REFUND_NOT_SUPPORTED', `A payment has at most ${MAX_REFUNDS} refunds.`],
    ],
  ])('%s is refused', (_, change, why) => expect(refused(change)).toEqual(why));
});
