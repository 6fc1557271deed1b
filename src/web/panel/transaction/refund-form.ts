import { formatAmount, MAX_AMOUNT_MINOR, parseAmount } from '../../../common/money/amount.js';
import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import { isReason } from '../../../platform/audit/reason.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { formField } from '../shell/panel-request.js';
import type { PaymentFacts } from './transaction-facts.query.js';
import type { Words } from './words.js';

const REFUNDABLE: readonly string[] = ['transaction_paid', 'transaction_refunded'];

/** Why a refund is rejected, as the key of its text. */
export type RefundProblem = Exclude<
  keyof Words['t']['form'],
  'left' | 'available' | 'takes' | 'amount' | 'reason' | 'reasonHint' | 'confirm' | 'submit'
>;

/** The values of the form, unparsed. */
export interface TypedRefund {
  amount: string;
  reason: string;
  confirm: string;
}

export const typedRefund = (form: FormFields): TypedRefund => ({
  amount: formField(form, 'amount'),
  reason: formField(form, 'reason'),
  confirm: formField(form, 'confirm'),
});

/** Parses an amount with a comma or a point. @returns minor units; null when the text is no allowed amount. */
export function readAmount(text: string): number | null {
  const amount = parseAmount(text.replace(',', '.'));
  return amount !== null && amount > 0 && amount <= MAX_AMOUNT_MINOR ? amount : null;
}

/** The first problem of the form; null when the form is valid. */
export function problemOf({ amount, reason, confirm }: TypedRefund, { found }: PaymentFacts): RefundProblem | null {
  if (readAmount(amount) === null) return 'wrongAmount';
  if (!isReason(reason)) return 'wrongReason';
  // The person confirms the refund by typing the payment's number.
  return confirm.toUpperCase() === found.payment.payerTransactionId ? null : 'wrongConfirm';
}

/**
 * The deductions of the payment including this refund, in grosz. The limit above which a person must sign in again compares this sum, so
 * several small refunds do not avoid the limit.
 */
export function worthWith({ found: { payment, goingBack } }: PaymentFacts, amountMinor: number): number {
  return payment.amountMinor === 0 ? 0 : timesRatioHalfUp(payment.plnMinor, goingBack.minor + amountMinor, payment.amountMinor);
}

const refundableMinor = ({ payment, goingBack }: PaymentFacts['found']): number => payment.amountMinor - goingBack.minor;

export const mayRefund = (person: Person): boolean => hasAbility(person, 'payment.refunds.create');

/** The form with the refundable rest or the sent values; null when nothing is refundable or the person may not refund. */
export function refundForm(facts: PaymentFacts, person: Person, values: TypedRefund | null, { money }: Words) {
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
