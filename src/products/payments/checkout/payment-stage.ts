import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import type { AttemptState } from '../attempts/states.js';
import type { PaymentStatus } from '../payments/states.js';

/**
 * What the payer's page shows.
 * - `choose`: no attempt is live, and the payer chooses a channel
 * - `step`: the payer has a next step: a redirect, a code, a confirmation in an app, something to scan or print
 * - `waiting`: the acquirer has not responded yet, or the outcome of a code is not known yet
 * - `confirmed`: the acquirer authorized the money, and the gateway captures it
 * - `checking`: the money was captured and is held for review
 * - `paid`, `failed`, `expired`, `canceled`, `refunded`, `fraud`: the payer has nothing more to do
 */
export type PaymentStage =
  'choose' | 'step' | 'waiting' | 'confirmed' | 'checking' | 'paid' | 'failed' | 'expired' | 'canceled' | 'refunded' | 'fraud';

const STAGE_OF_STATUS: Partial<Record<PaymentStatus, PaymentStage>> = {
  transaction_confirmed: 'confirmed',
  transaction_paid: 'paid',
  transaction_failure: 'failed',
  transaction_expired: 'expired',
  transaction_canceled: 'canceled',
  transaction_refunded: 'refunded',
  transaction_fraud: 'fraud',
  transaction_fraud_possibility: 'checking',
};

/** The live attempt and the payer's next step in it. */
export interface LiveStep {
  state: AttemptState;
  step: NextStep['kind'];
  /** The payer entered a code, and its outcome is not known yet. */
  hasOpenCode: boolean;
}

/** A payment past its expiry is shown as expired immediately, unless an attempt is live. A worker expires the row within seconds. */
export function paymentStageOf(row: { status: PaymentStatus; expiresAt: Date }, liveStep: LiveStep | null, now: Date): PaymentStage {
  const stage = STAGE_OF_STATUS[row.status];
  if (stage) return stage;
  if (!liveStep) return row.expiresAt <= now ? 'expired' : 'choose';
  const isWaiting = liveStep.state !== 'pending' || liveStep.step === 'none' || (liveStep.step === 'needsCode' && liveStep.hasOpenCode);
  return isWaiting ? 'waiting' : 'step';
}
