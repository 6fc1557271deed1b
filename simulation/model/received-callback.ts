import type { AcquirerAttempt, Sum } from './online-payment.js';
import type { OperatorCharge } from './direct-billing-sale.js';

/** A report of an acquirer or operator that the gateway acknowledged, with what was on record before. */
export type ReceivedCallback =
  | { of: 'payment'; attempt: AcquirerAttempt; before: string; outcome: string; sum: Sum | null }
  | { of: 'return'; attempt: AcquirerAttempt; before: string; outcome: string; sum: Sum | null }
  | { of: 'charge'; charge: OperatorCharge; before: string; outcome: string };

/** Whether it contradicts what is on record about money; then the gateway must not drop it. */
export function conflicts(heard: ReceivedCallback): boolean {
  const { before, outcome } = heard;
  if (heard.of === 'charge') return outcome === 'refused' && (before === 'booked' || before === 'reversal_due');
  const { attempt, sum } = heard;
  const isOther = (than: Sum): boolean => sum !== null && (sum.amount !== than.amount || sum.currency !== than.currency);
  if (heard.of === 'payment') {
    if (!['paid', 'held', 'return_due', 'returned', 'suspense'].includes(before)) return false;
    if (outcome === 'paid') return isOther(attempt.suspenseSum ?? attempt.requested);
    return before !== 'returned' && ['failed', 'canceled', 'expired'].includes(outcome);
  }
  if (outcome === 'completed')
    return before === 'suspense' || (isOther(attempt.requested) && (before === 'return_due' || before === 'returned'));
  return before === 'returned' && (outcome === 'rejected' || outcome === 'failed');
}
