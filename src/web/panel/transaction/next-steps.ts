import type { TransactionFacts } from './transaction-facts.query.js';
import type { Tone, Words } from './words.js';

export type Advice = keyof Words['t']['next'];

/** The rights of the reader, on which the advice depends too. */
interface Reader {
  isStaff: boolean;
  mayRefund: boolean;
}

const TOOK_MONEY: readonly string[] = [
  'transaction_paid',
  'transaction_confirmed',
  'transaction_fraud_possibility',
  'transaction_db_payed',
  'transaction_db_confirmed',
  'used',
  'unused',
];
export const isPaidStatus = (status: string): boolean => TOOK_MONEY.includes(status);

const CALM: readonly Advice[] = [
  'well',
  'can_pay',
  'capturing',
  'refunded',
  'refund_under_way',
  'extra_returned',
  'sms_sold',
  'code_unused',
];
export const toneOfAdvice = (advice: Advice): Tone => (CALM.includes(advice) ? 'good' : 'wait');

/** Advice about a transaction, the most urgent first. */
export function nextSteps(facts: TransactionFacts, reader: Reader): Advice[] {
  if (facts.area === 'payment') return ofPayment(facts, reader);
  return facts.area === 'directbilling' ? ofDirectBilling(facts) : ofSms(facts);
}

type PaymentFacts = Extract<TransactionFacts, { area: 'payment' }>;

function ofPayment(facts: PaymentFacts, { isStaff, mayRefund }: Reader): Advice[] {
  const { payment, attempts, refunds } = facts.found;
  const advice: Advice[] = [];
  if (isTwice(facts, payment.status)) advice.push(mayRefund ? 'paid_twice' : 'paid_twice_no_refund');
  const states = attempts.map(({ state }) => state);
  if (states.includes('suspense')) advice.push('extra_suspense');
  if (states.includes('return_due')) advice.push('extra_going_back');
  if (states.includes('returned')) advice.push('extra_returned');
  const lastRefund = refunds.at(-1)?.status;
  if (lastRefund === 'refund_failed' || lastRefund === 'refund_rejected') advice.push('refund_failed');
  if (refunds.some(({ status }) => status === 'refund_new' || status === 'refund_pending')) advice.push('refund_under_way');
  const isPolled = attempts.some(({ state, nextPollAt }) => nextPollAt !== null && (state === 'lapsed' || state === 'not_found'));
  const isRunning = attempts.some(({ state }) => state === 'sent' || state === 'pending');
  const ended: Advice = isPolled ? 'in_doubt' : 'failed';
  const ofStatus: Record<typeof payment.status, Advice[]> = {
    transaction_new: [isPolled ? 'in_doubt' : 'can_pay'],
    transaction_generated: [isRunning ? 'waits' : isPolled ? 'in_doubt' : 'can_pay'],
    transaction_confirmed: ['capturing'],
    transaction_paid: ofPaid(facts),
    transaction_failure: [ended],
    transaction_expired: [ended],
    transaction_canceled: [ended],
    transaction_refunded: ['refunded'],
    transaction_fraud: ['fraud'],
    transaction_fraud_possibility: [isStaff ? 'review' : 'held'],
  };
  return [...advice, ...ofStatus[payment.status].filter((one) => one !== 'well' || advice.length === 0)];
}

function ofDirectBilling(facts: Extract<TransactionFacts, { area: 'directbilling' }>): Advice[] {
  const { transaction, charges } = facts.found;
  const twice: Advice[] = isTwice(facts, transaction.status) ? ['paid_twice_bill'] : [];
  const states = charges.map(({ state }) => state);
  if (transaction.status === 'transaction_db_payed') return [...twice, ...ofPaid(facts)];
  if (transaction.status === 'transaction_db_confirmed') return [...twice, 'bill_waits'];
  if (states.includes('reversal_due') || states.includes('reversed')) return ['bill_reversed'];
  if (states.includes('sent') || states.includes('in_doubt')) return ['bill_waits'];
  return [transaction.status === 'transaction_db_new' ? 'can_pay' : 'bill_failed'];
}

function ofSms(facts: Extract<TransactionFacts, { area: 'sms' }>): Advice[] {
  const { usedAt, callState } = facts.found;
  const twice: Advice[] = isTwice(facts, 'used') ? ['paid_twice_bill'] : [];
  if (callState === null) return [...twice, usedAt === null ? 'code_unused' : 'code_used'];
  return [...twice, callState === 'answered' ? 'sms_sold' : 'call_failed'];
}

const isTwice = ({ alike }: TransactionFacts, status: string): boolean =>
  isPaidStatus(status) && alike.some((other) => isPaidStatus(other.status));

/** Advice about a paid transaction: whether the partner's program acknowledged the latest notification. */
function ofPaid({ deliveries }: TransactionFacts): Advice[] {
  const latest = deliveries.at(-1);
  if (latest?.status === 'acknowledged') return ['well'];
  return [!latest || latest.status === 'unaddressed' ? 'paid_unaddressed' : 'paid_untold'];
}
