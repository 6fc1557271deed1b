import { describe, expect, it } from '@jest/globals';
import { MAX_REFUNDS } from '../payment-methods/limits.js';
import { refundableMinor, type RequestedRefund } from './refundable-amount.js';

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
  refundableMinor({ payment: payment(), amountMinor: null, deductedMinor: 0, capabilities: anyRefunds, now: PAID_AT, ...change });
const rejection = (change: Partial<RequestedRefund>) => {
  try {
    return refundable(change);
  } catch (error) {
    return [(error as { code: string }).code, (error as Error).message];
  }
};

describe('a refund', () => {
  it.each<[string, Partial<RequestedRefund>, number]>([
    ['without an amount is for the whole payment', {}, 1_000],
    ['without an amount is for all that is left', { deductedMinor: 400 }, 600],
    ['with an amount is for that amount', { amountMinor: 1 }, 1],
    ['can be for all that is left', { amountMinor: 600, deductedMinor: 400 }, 600],
    ['of a refunded payment depends only on what is left', { payment: payment({ status: 'transaction_refunded' }) }, 1_000],
    ['is accepted in the last moment before the channel’s limit', onTime, 1_000],
    ['is accepted as the last one that a payment can have', { payment: payment({ refundCount: MAX_REFUNDS - 1 }) }, 1_000],
    ['of the whole payment is accepted by a channel without partial refunds', { capabilities: { ...anyRefunds, partial: false } }, 1_000],
    ['is accepted as the first one by a channel that refunds once', { capabilities: { ...anyRefunds, several: false } }, 1_000],
    [
      'is accepted by a channel that refunds once when the first one failed',
      { payment: payment({ refundCount: 1 }), capabilities: { ...anyRefunds, several: false } },
      1_000,
    ],
    ['of a payment without a time of payment has no time limit', { ...onTime, payment: payment({ paidAt: null }) }, 1_000],
  ])('%s', (_, change, minor) => expect(refundable(change)).toBe(minor));

  const tooMuch = (left: string) => [
    'REFUND_AMOUNT_TOO_HIGH',
    `That is more than is left of the payment to be refunded: at most ${left} PLN.`,
  ];
  it.each<[string, Partial<RequestedRefund>, string[]]>([
    [
      'of a payment that is not paid',
      { payment: payment({ status: 'transaction_new' }), capabilities: null },
      ['TRANSACTION_NOT_PAID', 'Only a paid transaction can be refunded. This one is transaction_new.'],
    ],
    ['of more than is left', { amountMinor: 601, deductedMinor: 400 }, tooMuch('6.00')],
    ['of the amount 0', { amountMinor: 0 }, tooMuch('10.00')],
    [
      'without an amount when nothing is left',
      { deductedMinor: 1_000 },
      ['REFUND_AMOUNT_TOO_HIGH', 'Nothing is left of the payment to be refunded.'],
    ],
    [
      'through a channel without refunds',
      { capabilities: null, amountMinor: 2_000 },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel does not give money back.'],
    ],
    [
      'after the channel’s limit',
      { ...onTime, now: new Date(onTime.now.getTime() + 1) },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel gives money back for 30 days only.'],
    ],
    [
      'of a part through a channel without partial refunds',
      { capabilities: { ...anyRefunds, partial: false }, amountMinor: 999 },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel gives back the whole payment only.'],
    ],
    [
      'after another one through a channel that refunds once',
      { capabilities: { ...anyRefunds, several: false }, payment: payment({ refundMinor: 1 }) },
      ['REFUND_NOT_SUPPORTED', 'The payment’s channel gives money back once only.'],
    ],
    [
      'after the maximum number of refunds',
      { payment: payment({ refundCount: MAX_REFUNDS }) },
      ['REFUND_NOT_SUPPORTED', `A payment has at most ${MAX_REFUNDS} refunds.`],
    ],
  ])('%s is rejected', (_, change, error) => expect(rejection(change)).toEqual(error));
});
