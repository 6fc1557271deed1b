import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import type { NextStep } from '../../src/connectors/acquirers/port/next-step.js';
import type { AcquirerAttempt, AttemptAcquirerState } from '../model/online-payment.js';

export const attemptResult = (result: Partial<AttemptResult> & Pick<AttemptResult, 'outcome'>): AttemptResult =>
  ({
    providerRef: null,
    data: null,
    next: { kind: 'none' },
    submission: null,
    rawCode: null,
    money: null,
    ...(result.outcome === 'failed' && { reason: 'other' }),
    ...result,
  }) as AttemptResult;

export const UNKNOWN = attemptResult({ outcome: 'unknown' });

const OUTCOMES = {
  unseen: 'unknown',
  open: 'pending',
  authorized: 'authorized',
  taken: 'paid',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
} as const satisfies Record<AttemptAcquirerState, AttemptResult['outcome']>;

/**
 * The acquirer's true answer about an attempt. @param tellsSum whether it names the amount taken; it always names one that differs from
 * the amount asked for.
 */
export function resultOf(attempt: AcquirerAttempt, tellsSum: boolean): AttemptResult {
  const { actualState, taken, requested, reference, channel } = attempt;
  const isOther = taken !== null && (taken.amount !== requested.amount || taken.currency !== requested.currency);
  const money = taken && (tellsSum || isOther) ? { amountMinor: taken.amount, currency: taken.currency } : null;
  const providerRef = actualState === 'unseen' ? null : `at-${reference}`;
  return attemptResult({
    outcome: OUTCOMES[actualState],
    providerRef,
    money,
    next: actualState === 'open' ? stepOf(channel, reference) : { kind: 'none' },
  });
}

function stepOf(channel: string, reference: string): NextStep {
  if (channel === 'blik-recurrent') return { kind: 'none' };
  if (channel.startsWith('blik')) return { kind: 'needsCode', alternatives: [] };
  return { kind: 'redirect', url: `https://bank.example.test/${reference}` };
}
