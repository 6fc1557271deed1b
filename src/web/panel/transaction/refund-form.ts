import { formatAmount, MAX_AMOUNT_MINOR, parseWrittenAmount } from '../../../common/money/amount.js';
import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import { isReason } from '../../../platform/audit/reason.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { formField } from '../shell/panel-request.js';
import type { PaymentFacts } from './transaction-facts.query.js';
import type { HistoryContext } from './history-context.js';

const REFUNDABLE: readonly string[] = ['transaction_paid', 'transaction_refunded'];

/** Why a refund is rejected, as the key of its text. */
export type RefundProblem = Exclude<
  keyof HistoryContext['t']['form'],
  'left' | 'available' | 'takes' | 'amount' | 'reason' | 'reasonHint' | 'confirm' | 'submit'
>;

/** The values of the form, unparsed. */
export interface RefundFormValues {
  amount: string;
  reason: string;
  confirm: string;
}

export const readRefundForm = (form: FormFields): RefundFormValues => ({
  amount: formField(form, 'amount'),
  reason: formField(form, 'reason'),
  confirm: formField(form, 'confirm'),
});

/** Parses an amount with a comma or a point. @returns minor units; null when the text is no allowed amount. */
export function readAmount(text: string): number | null {
  const amount = parseWrittenAmount(text.replace(',', '.'));
  return amount !== null && amount > 0 && amount <= MAX_AMOUNT_MINOR ? amount : null;
}

/** The first problem of the form; null when the form is valid. */
export function problemOf({ amount, reason, confirm }: RefundFormValues, { found }: PaymentFacts): RefundProblem | null {
  if (readAmount(amount) === null) return 'wrongAmount';
  if (!isReason(reason)) return 'wrongReason';
  // The person confirms the refund by typing the payment's number.
  return confirm.toUpperCase() === found.payment.payerTransactionId ? null : 'wrongConfirm';
}

/**
 * The deductions of the payment including this refund, in grosz. The limit above which a person must sign in again compares this sum, so
 * several small refunds do not avoid the limit.
 */
export function deductionsIncluding({ found: { payment, deductions } }: PaymentFacts, amountMinor: number): number {
  return payment.amountMinor === 0 ? 0 : timesRatioHalfUp(payment.plnMinor, deductions.minor + amountMinor, payment.amountMinor);
}

const refundableMinor = ({ payment, deductions }: PaymentFacts['found']): number => payment.amountMinor - deductions.minor;

export const mayRefund = (person: Person): boolean => hasAbility(person, 'payment.refunds.create');

/** The form with the refundable rest or the sent values; null when nothing is refundable or the person may not refund. */
export function refundForm(facts: PaymentFacts, person: Person, values: RefundFormValues | null, { money }: HistoryContext) {
  const { payment } = facts.found;
  const refundable = refundableMinor(facts.found);
  if (!mayRefund(person) || !REFUNDABLE.includes(payment.status) || (refundable <= 0 && !values)) return null;
  return {
    left: money(refundable, payment.currency),
    available: facts.wallet ? money(facts.wallet.availableMinor) : '',
    number: payment.payerTransactionId,
    refundCount: payment.refundCount,
    amount: values?.amount ?? formatAmount(refundable),
    reason: values?.reason ?? '',
  };
}
