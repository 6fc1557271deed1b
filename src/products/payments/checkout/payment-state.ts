import type { NextStep } from '../../../connectors/channels/port/next-step.js';
import type { PaymentStatus } from '../transactions/payment-transitions.js';

/** What a payment's page depends on, besides the clock. */
export interface PaymentStateColumns {
  status: PaymentStatus;
  attemptCount: number;
  codeCount: number;
  /** Of the attempt that is alive; null when none is. */
  attemptState: string | null;
  stepKind: NextStep['kind'] | null;
  /** A code was typed and nobody has answered it. */
  hasOpenCode: boolean;
  refundMinor: number;
  refundedMinor: number;
}

/** A word that is another one as soon as the payment's page looks different. */
export function paymentStateWord(columns: PaymentStateColumns): string {
  const { status, attemptCount, codeCount, attemptState, stepKind, hasOpenCode, refundMinor, refundedMinor } = columns;
  return [
    status.replace('transaction_', ''),
    attemptCount,
    codeCount,
    attemptState ?? 'none',
    stepKind ?? 'none',
    hasOpenCode ? 'open' : 'done',
    ...(refundMinor > 0 ? [refundMinor, refundedMinor] : []),
  ].join('-');
}
