import type { AcquirerAttempt, ModelMoney } from './online-payment.js';
import type { OperatorCharge } from './direct-billing-sale.js';

/** A callback that the gateway acknowledged, with the gateway's state of the subject before the callback. */
export type ReceivedCallback =
  | { subject: 'attempt'; attempt: AcquirerAttempt; stateBefore: string; outcome: string; money: ModelMoney | null }
  | { subject: 'reversal'; attempt: AcquirerAttempt; stateBefore: string; outcome: string; money: ModelMoney | null }
  | { subject: 'charge'; charge: OperatorCharge; stateBefore: string; outcome: string };

/** Whether the callback conflicts with what was booked. The gateway must not drop such a callback. */
export function isConflict(callback: ReceivedCallback): boolean {
  const { stateBefore, outcome } = callback;
  if (callback.subject === 'charge') return outcome === 'refused' && (stateBefore === 'booked' || stateBefore === 'reversal_due');
  const { attempt, money } = callback;
  const differsFrom = (other: ModelMoney): boolean =>
    money !== null && (money.amount !== other.amount || money.currency !== other.currency);
  if (callback.subject === 'attempt') {
    if (!['paid', 'held', 'return_due', 'returned', 'suspense'].includes(stateBefore)) return false;
    if (outcome === 'paid') return differsFrom(attempt.suspenseMoney ?? attempt.requested);
    return stateBefore !== 'returned' && ['failed', 'canceled', 'expired'].includes(outcome);
  }
  if (outcome === 'completed')
    return stateBefore === 'suspense' || (differsFrom(attempt.requested) && (stateBefore === 'return_due' || stateBefore === 'returned'));
  return stateBefore === 'returned' && (outcome === 'rejected' || outcome === 'failed');
}
