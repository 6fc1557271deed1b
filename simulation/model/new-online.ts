import { digits } from './digits.js';
import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
import type { Refund } from './refund.js';

export type NewAttempt = Pick<AcquirerAttempt, 'reference' | 'channel' | 'test' | 'requested' | 'until' | 'startedAt'>;
export type NewRefund = Pick<Refund, 'reference' | 'channel' | 'test' | 'amount'>;

/** An attempt that is new to the model. */
export function newAttempt(
  payment: OnlinePayment,
  name: string,
  {
    reference,
    channel,
    test,
    requested,
    until,
    startedAt,
  }: Pick<AcquirerAttempt, 'reference' | 'channel' | 'test' | 'requested' | 'until' | 'startedAt'>,
): AcquirerAttempt {
  return {
    name,
    payment,
    reference: digits(reference),
    channel,
    test,
    fee: payment.service.channels[channel] ?? { bp: 0, fixed: 0 },
    requested,
    taken: null,
    actualState: 'unseen',
    state: 'sent',
    until,
    startedAt,
    wrongReports: [],
    isLastReportWrong: false,
    reversals: new Map(),
    rejectedReversals: new Map(),
    lastReversalOutcome: null,
    suspensePln: null,
    suspenseSum: null,
    reversalEntries: new Set(),
    chargebacks: [],
    isFraud: false,
    mandate: null,
    chargeState: 'running',
    period: null,
    reportedOutcomes: new Set(),
    isUnacknowledged: false,
  };
}

/** A refund that is new to the model. */
export function newRefund(payment: OnlinePayment, name: string, { reference, channel, test, amount }: NewRefund): Refund {
  return {
    name,
    payment,
    reference: digits(reference),
    channel,
    test,
    amount,
    requestedAmount: null,
    actualState: 'unseen',
    reportedOutcomes: new Set(),
    isUnacknowledged: false,
    reservedPln: null,
    state: null,
    postedEntries: new Set(),
    isActive: true,
  };
}
