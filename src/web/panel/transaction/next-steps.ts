import type { TransactionFacts } from './transaction-facts.query.js';
import type { Tone, HistoryContext } from './history-context.js';

export type Advice = keyof HistoryContext['t']['next'];

/** The rights of the reader, on which the advice depends too. */
interface Reader {
  isStaff: boolean;
  mayRefund: boolean;
}

/** Statuses in which the payer has paid; `used` and `unused` are those of SMS codes. */
const PAID_STATUSES: readonly string[] = [
  'transaction_paid',
  'transaction_confirmed',
  'transaction_fraud_possibility',
  'transaction_db_payed',
  'transaction_db_confirmed',
  'used',
  'unused',
];
export const isPaidStatus = (status: string): boolean => PAID_STATUSES.includes(status);

/** Advice that reports nothing wrong. */
const GOOD_ADVICE: readonly Advice[] = [
  'well',
  'can_pay',
  'capturing',
  'refunded',
  'refund_under_way',
  'extra_returned',
  'sms_sold',
  'code_unused',
];
export const toneOfAdvice = (advice: Advice): Tone => (GOOD_ADVICE.includes(advice) ? 'good' : 'wait');

/** Advice about a transaction, the most urgent first. */
export function nextSteps(facts: TransactionFacts, reader: Reader): Advice[] {
  if (facts.area === 'payment') return adviceOnPayment(facts, reader);
  return facts.area === 'directbilling' ? adviceOnDirectBilling(facts) : adviceOnSms(facts);
}

type PaymentFacts = Extract<TransactionFacts, { area: 'payment' }>;

function adviceOnPayment(facts: PaymentFacts, { isStaff, mayRefund }: Reader): Advice[] {
  const { payment, attempts, refunds } = facts.found;
  const advice: Advice[] = [];
  if (isPaidTwice(facts, payment.status)) advice.push(mayRefund ? 'paid_twice' : 'paid_twice_no_refund');
  const states = attempts.map(({ state }) => state);
  if (states.includes('suspense')) advice.push('extra_suspense');
  if (states.includes('return_due')) advice.push('extra_going_back');
  if (states.includes('returned')) advice.push('extra_returned');
  const lastRefund = refunds.at(-1)?.status;
  if (lastRefund === 'refund_failed' || lastRefund === 'refund_rejected') advice.push('refund_failed');
  if (refunds.some(({ status }) => status === 'refund_new' || status === 'refund_pending')) advice.push('refund_under_way');
  // The attempt was abandoned or not found, and the acquirer may still report that it was paid.
  const isPolled = attempts.some(({ state, nextPollAt }) => nextPollAt !== null && (state === 'lapsed' || state === 'not_found'));
  const isRunning = attempts.some(({ state }) => state === 'sent' || state === 'pending');
  const endedAdvice: Advice = isPolled ? 'in_doubt' : 'failed';
  const statusAdvice: Record<typeof payment.status, Advice[]> = {
    transaction_new: [isPolled ? 'in_doubt' : 'can_pay'],
    transaction_generated: [isRunning ? 'waits' : isPolled ? 'in_doubt' : 'can_pay'],
    transaction_confirmed: ['capturing'],
    transaction_paid: adviceOnPaid(facts),
    transaction_failure: [endedAdvice],
    transaction_expired: [endedAdvice],
    transaction_canceled: [endedAdvice],
    transaction_refunded: ['refunded'],
    transaction_fraud: ['fraud'],
    transaction_fraud_possibility: [isStaff ? 'review' : 'held'],
  };
  // "All is well" would contradict other advice.
  return [...advice, ...statusAdvice[payment.status].filter((item) => item !== 'well' || advice.length === 0)];
}

function adviceOnDirectBilling(facts: Extract<TransactionFacts, { area: 'directbilling' }>): Advice[] {
  const { transaction, charges } = facts.found;
  const duplicateAdvice: Advice[] = isPaidTwice(facts, transaction.status) ? ['paid_twice_bill'] : [];
  const states = charges.map(({ state }) => state);
  if (transaction.status === 'transaction_db_payed') return [...duplicateAdvice, ...adviceOnPaid(facts)];
  if (transaction.status === 'transaction_db_confirmed') return [...duplicateAdvice, 'bill_waits'];
  if (states.includes('reversal_due') || states.includes('reversed')) return ['bill_reversed'];
  if (states.includes('sent') || states.includes('in_doubt')) return ['bill_waits'];
  return [transaction.status === 'transaction_db_new' ? 'can_pay' : 'bill_failed'];
}

function adviceOnSms(facts: Extract<TransactionFacts, { area: 'sms' }>): Advice[] {
  const { usedAt, callState } = facts.found;
  const duplicateAdvice: Advice[] = isPaidTwice(facts, 'used') ? ['paid_twice_bill'] : [];
  if (callState === null) return [...duplicateAdvice, usedAt === null ? 'code_unused' : 'code_used'];
  return [...duplicateAdvice, callState === 'answered' ? 'sms_sold' : 'call_failed'];
}

/** Whether the payer has paid this transaction and a similar one. */
const isPaidTwice = ({ alike }: TransactionFacts, status: string): boolean =>
  isPaidStatus(status) && alike.some((other) => isPaidStatus(other.status));

/** Advice about a paid transaction: whether the partner's program acknowledged the latest notification. */
function adviceOnPaid({ deliveries }: TransactionFacts): Advice[] {
  const latest = deliveries.at(-1);
  if (latest?.status === 'acknowledged') return ['well'];
  return [!latest || latest.status === 'unaddressed' ? 'paid_unaddressed' : 'paid_untold'];
}
