import type { AttemptResult } from '../../src/connectors/acquirers/port/attempt.js';
import type { NextStep } from '../../src/connectors/acquirers/port/next-step.js';
import type { AcquirerAttempt, AttemptAcquirerState } from '../model/online-payment.js';

/** A result with defaults for the other members. */
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

/** The result of a call to the acquirer that got no response. */
export const NO_ATTEMPT_UPDATE = attemptResult({ outcome: 'unknown' });

const OUTCOME_OF_STATE = {
  unseen: 'unknown',
  open: 'pending',
  authorized: 'authorized',
  captured: 'paid',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
} as const satisfies Record<AttemptAcquirerState, AttemptResult['outcome']>;

/**
 * The acquirer's status update about an attempt, with the actual state.
 * @param includesAmount whether the update names the captured amount. A captured amount that differs from the requested one is always
 * named.
 */
export function actualAttemptResult(attempt: AcquirerAttempt, includesAmount: boolean): AttemptResult {
  const { actualState, captured, requested, reference, channel } = attempt;
  const isOtherAmount = captured !== null && (captured.amount !== requested.amount || captured.currency !== requested.currency);
  const money = captured && (includesAmount || isOtherAmount) ? { amountMinor: captured.amount, currency: captured.currency } : null;
  const providerRef = actualState === 'unseen' ? null : `at-${reference}`;
  return attemptResult({
    outcome: OUTCOME_OF_STATE[actualState],
    providerRef,
    money,
    next: actualState === 'open' ? nextStepOf(channel, reference) : { kind: 'none' },
  });
}

function nextStepOf(channel: string, reference: string): NextStep {
  if (channel === 'blik-recurrent') return { kind: 'none' };
  if (channel.startsWith('blik')) return { kind: 'needsCode', alternatives: [] };
  return { kind: 'redirect', url: `https://bank.example.test/${reference}` };
}
