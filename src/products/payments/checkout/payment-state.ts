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
  /** See `agreement-word.ts`; null where nothing recurs. */
  agreement: string | null;
}

/** A word that is another one as soon as the payment's page looks different. */
export function paymentStateWord(columns: PaymentStateColumns): string {
  const { status, attemptCount, codeCount, attemptState, stepKind, hasOpenCode, refundMinor, refundedMinor, agreement } = columns;
  return [
    status.replace('transaction_', ''),
    attemptCount,
    codeCount,
    attemptState ?? 'none',
    stepKind ?? 'none',
    hasOpenCode ? 'open' : 'done',
    ...(agreement === null ? [] : [agreement]),
    ...(refundMinor > 0 ? [refundMinor, refundedMinor] : []),
  ].join('-');
}
