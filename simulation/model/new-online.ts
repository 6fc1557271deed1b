import { digits } from './digits.js';
import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
import type { Refund } from './refund.js';

export type NewAttempt = Pick<AcquirerAttempt, 'reference' | 'channel' | 'test' | 'asked' | 'until' | 'begunAt'>;
export type NewRefund = Pick<Refund, 'reference' | 'channel' | 'test' | 'amount'>;

/** An attempt that is new to the books. */
export function newAttempt(
  payment: OnlinePayment,
  name: string,
  {
    reference,
    channel,
    test,
    asked,
    until,
    begunAt,
  }: Pick<AcquirerAttempt, 'reference' | 'channel' | 'test' | 'asked' | 'until' | 'begunAt'>,
): AcquirerAttempt {
  return {
    name,
    payment,
    reference: digits(reference),
    channel,
    test,
    fee: payment.service.channels[channel] ?? { bp: 0, fixed: 0 },
    asked,
    taken: null,
    deed: 'unseen',
    state: 'sent',
    until,
    begunAt,
    lies: [],
    misleads: false,
    returns: new Map(),
    refusals: new Map(),
    returnSaid: null,
    unmatched: null,
    unmatchedOf: null,
    returnEntered: new Set(),
    chargebacks: [],
    refused: false,
    under: null,
    chargeState: 'running',
    period: null,
    said: new Set(),
    unanswered: false,
  };
}

/** A refund that is new to the books. */
export function newRefund(payment: OnlinePayment, name: string, { reference, channel, test, amount }: NewRefund): Refund {
  return {
    name,
    payment,
    reference: digits(reference),
    channel,
    test,
    amount,
    told: null,
    deed: 'unseen',
    said: new Set(),
    unanswered: false,
    grosz: null,
    state: null,
    entered: new Set(),
    lives: true,
  };
}
