import { withoutDashes } from './uuid-dashes.js';
import type { AcquirerAttempt, OnlinePayment } from './online-payment.js';
import type { Refund } from './refund.js';

export type NewAttempt = Pick<AcquirerAttempt, 'reference' | 'channel' | 'test' | 'requested' | 'expiresAt' | 'startedAt'>;
export type NewRefund = Pick<Refund, 'reference' | 'channel' | 'test' | 'amount'>;

/** Creates an attempt that its acquirer has not received. */
export function newAttempt(
  payment: OnlinePayment,
  name: string,
  {
    reference,
    channel,
    test,
    requested,
    expiresAt,
    startedAt,
  }: Pick<AcquirerAttempt, 'reference' | 'channel' | 'test' | 'requested' | 'expiresAt' | 'startedAt'>,
): AcquirerAttempt {
  return {
    name,
    payment,
    reference: withoutDashes(reference),
    channel,
    test,
    fee: payment.service.channelFees[channel] ?? { bp: 0, fixed: 0 },
    requested,
    captured: null,
    actualState: 'unseen',
    gatewayState: 'sent',
    expiresAt,
    startedAt,
    falseAmounts: [],
    isLastUpdateFalse: false,
    reversals: new Map(),
    rejectedReversals: new Map(),
    lastReversalOutcome: null,
    suspensePlnMinor: null,
    suspenseMoney: null,
    postedReversalEntries: new Set(),
    chargebacks: [],
    isFraud: false,
    mandate: null,
    chargeState: 'running',
    billingPeriod: null,
    reportedOutcomes: new Set(),
    isUnacknowledged: false,
  };
}

/** Creates a refund that its acquirer has not received. */
export function newRefund(payment: OnlinePayment, name: string, { reference, channel, test, amount }: NewRefund): Refund {
  return {
    name,
    payment,
    reference: withoutDashes(reference),
    channel,
    test,
    amount,
    requestedAmount: null,
    actualState: 'unseen',
    reportedOutcomes: new Set(),
    isUnacknowledged: false,
    reservedPlnMinor: null,
    gatewayState: null,
    postedEntries: new Set(),
    isActive: true,
  };
}
