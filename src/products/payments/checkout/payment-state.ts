import type { NextStep } from '../../../connectors/acquirers/port/next-step.js';
import type { PaymentStatus } from '../payments/states.js';

/** The columns that a payment's page depends on. */
export interface PaymentStateColumns {
  status: PaymentStatus;
  attemptCount: number;
  codeCount: number;
  /** State of the live attempt. null when no attempt is live. */
  attemptState: string | null;
  stepKind: NextStep['kind'] | null;
  /** The payer entered a code, and its outcome is not known yet. */
  hasOpenCode: boolean;
  refundMinor: number;
  refundedMinor: number;
  /** See `mandate-status-sql.ts`. null when the payment has neither a subscription nor a charge. */
  recurringState: string | null;
}

/** A text that changes whenever the payment's page looks different, such as `generated-1-0-pending-redirect-done`. */
export function paymentStateVersion(columns: PaymentStateColumns): string {
  const { status, attemptCount, codeCount, attemptState, stepKind, hasOpenCode, refundMinor, refundedMinor, recurringState } = columns;
  return [
    status.replace('transaction_', ''),
    attemptCount,
    codeCount,
    attemptState ?? 'none',
    stepKind ?? 'none',
    hasOpenCode ? 'open' : 'done',
    ...(recurringState === null ? [] : [recurringState]),
    ...(refundMinor > 0 ? [refundMinor, refundedMinor] : []),
  ].join('-');
}
