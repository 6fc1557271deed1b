import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { AcceptProblem } from '../../../products/payments/subscriptions/accept-subscription.service.js';
import type { FormErrorStatus } from '../shell/checkout-shell.js';
import type { DisplayedError } from '../shell/shell-page.js';
import { fieldName, isRequestedField } from './requested-field.js';
import type { PaymentTexts } from '../../languages/texts.js';

/** Problems that come from the state of the payment or its service. The payment's page shows this state, so the form shows no error. */
type PageStateProblem = 'not_possible_now' | 'service_closed' | 'declined';

/** Errors that a form shows. */
export type PaymentFormProblem =
  | Exclude<AcceptProblem, { problem: PageStateProblem }>
  | { problem: 'channel_missing' | 'code_missing' | 'agreement_changed' | 'app_missing' };

export type PayerDetails = Partial<Record<PayerField, string>>;

/** The values to show in the form again. A code is never shown again. */
export interface SubmittedValues {
  channel: string;
  details: PayerDetails;
  /** Whether the payer ticked that the browser should remember the method. */
  remember: boolean;
}

export interface PaymentFormErrors {
  formProblems: readonly PaymentFormProblem[];
  submittedValues?: SubmittedValues;
}

const STATUS_OF: Partial<Record<PaymentFormProblem['problem'], number>> = { channel_unreachable: 503 };
const FIELD_OF: Partial<Record<PaymentFormProblem['problem'], string>> = {
  channel_missing: 'channel',
  channel_unusable: 'channel',
  code_missing: 'code',
  app_missing: 'app',
  code_malformed: 'code',
};

export function displayedPaymentErrors(formErrors: PaymentFormErrors | null, t: PaymentTexts): DisplayedError[] {
  return (formErrors?.formProblems ?? []).flatMap((formProblem) => {
    if (formProblem.problem !== 'payer_details_missing')
      return [{ field: FIELD_OF[formProblem.problem] ?? null, message: { ...t.errors, ...t.mandateErrors }[formProblem.problem] }];
    const channel = formErrors?.submittedValues?.channel ?? '';
    return formProblem.fields
      .filter(isRequestedField)
      .map((field) => ({ field: fieldName(field, channel), message: t.details[field].error }));
  });
}

/** Status of the page with the form: that of the first problem. */
export function paymentErrorStatus(formErrors: PaymentFormErrors | null): FormErrorStatus | undefined {
  const [first] = formErrors?.formProblems ?? [];
  return first && { status: STATUS_OF[first.problem] ?? 422 };
}

const PAGE_STATE_PROBLEMS: readonly string[] = ['not_possible_now', 'service_closed', 'declined'] satisfies PageStateProblem[];

export function isFormError<R extends { problem: string }>(result: R): result is Exclude<R, { problem: PageStateProblem }> {
  return !PAGE_STATE_PROBLEMS.includes(result.problem);
}
