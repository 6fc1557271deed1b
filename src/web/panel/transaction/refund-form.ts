import { formatAmount, MAX_AMOUNT_MINOR, parseAmount } from '../../../common/money/amount.js';
import { timesRatioHalfUp } from '../../../common/money/ratio.js';
import { isReason } from '../../../platform/audit/reason.js';
import { isAble, type Person } from '../../../platform/people/person.js';
import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { formField } from '../shell/panel-request.js';
import type { PaymentFacts } from './transaction-facts.query.js';
import type { Words } from './words.js';

const REFUNDABLE: readonly string[] = ['transaction_paid', 'transaction_refunded'];

/** Why a refund is not made, by its text. */
export type RefundProblem = Exclude<
  keyof Words['t']['form'],
  'left' | 'available' | 'takes' | 'amount' | 'reason' | 'reasonHint' | 'confirm' | 'submit'
>;

/** What the person typed into the form, unchanged. */
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

/** Minor units of an amount as people write it; null when it is none. */
export function readAmount(text: string): number | null {
  const amount = parseAmount(text.replace(',', '.'));
  return amount !== null && amount > 0 && amount <= MAX_AMOUNT_MINOR ? amount : null;
}

/** The first thing that is wrong with what was typed. */
export function problemOf({ amount, reason, confirm }: TypedRefund, { found }: PaymentFacts): RefundProblem | null {
  if (readAmount(amount) === null) return 'wrongAmount';
  if (!isReason(reason)) return 'wrongReason';
  return confirm.toUpperCase() === found.payment.payerTransactionId ? null : 'wrongConfirm';
}

/** What goes back of the payment with this refund, in grosz. In small parts a payment needs a proof as well as in one. */
export function worthWith({ found: { payment, goingBack } }: PaymentFacts, amountMinor: number): number {
  return payment.amountMinor === 0 ? 0 : timesRatioHalfUp(payment.plnMinor, goingBack.minor + amountMinor, payment.amountMinor);
}

const leftOf = ({ payment, goingBack }: PaymentFacts['found']): number => payment.amountMinor - goingBack.minor;

export const mayRefund = (person: Person): boolean => isAble(person, 'payment.refunds.create');

/** The form with what is left, or with what was typed; null where nothing can be given back, or not by this person. */
export function refundForm(facts: PaymentFacts, person: Person, typed: TypedRefund | null, { money }: Words) {
  const { payment } = facts.found;
  const left = leftOf(facts.found);
  if (!mayRefund(person) || !REFUNDABLE.includes(payment.status) || (left <= 0 && !typed)) return null;
  return {
    left: money(left, payment.currency),
    available: facts.wallet ? money(facts.wallet.availableMinor) : '',
    number: payment.payerTransactionId,
    known: payment.refundCount,
    amount: typed?.amount ?? formatAmount(left),
    reason: typed?.reason ?? '',
  };
}
