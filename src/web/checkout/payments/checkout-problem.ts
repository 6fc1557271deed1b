import type { PayerField } from '../../../connectors/acquirers/catalogue/channel.js';
import type { AcceptProblem } from '../../../products/payments/subscriptions/accept-subscription.service.js';
import type { FormRejection } from '../shell/checkout-shell.js';
import type { DisplayedError } from '../shell/checkout-step.js';
import { fieldName, isRequested } from './requested-field.js';
import type { PaymentTexts } from '../../languages/texts.js';

/** Errors because of the state of the payment or its service. The payment's page shows this state, so no form error is needed. */
type PagesProblem = 'not_possible_now' | 'service_closed' | 'declined';

/** Errors that a form shows. */
export type PaymentFormProblem =
  Exclude<AcceptProblem, { problem: PagesProblem }> | { problem: 'channel_missing' | 'code_missing' | 'agreement_changed' | 'app_missing' };

export type PayerDetails = Partial<Record<PayerField, string>>;

/** The values to show in the form again. A code is never shown again. */
export interface SubmittedValues {
  channel: string;
  details: PayerDetails;
  /** Whether the payer ticked that the browser should remember the method. */
  remember: boolean;
}

export interface PaymentFormErrors {
  wrong: readonly PaymentFormProblem[];
  typed?: SubmittedValues;
}

const STATUS: Partial<Record<PaymentFormProblem['problem'], number>> = { channel_unreachable: 503 };
const FIELD: Partial<Record<PaymentFormProblem['problem'], string>> = {
  channel_missing: 'channel',
  channel_unusable: 'channel',
  code_missing: 'code',
  app_missing: 'app',
  code_malformed: 'code',
};

export function displayedPaymentErrors(formErrors: PaymentFormErrors | null, t: PaymentTexts): DisplayedError[] {
  return (formErrors?.wrong ?? []).flatMap((wrong) => {
    if (wrong.problem !== 'payer_details_missing')
      return [{ field: FIELD[wrong.problem] ?? null, message: { ...t.errors, ...t.mandateErrors }[wrong.problem] }];
    const channel = formErrors?.typed?.channel ?? '';
    return wrong.fields.filter(isRequested).map((field) => ({ field: fieldName(field, channel), message: t.details[field].error }));
  });
}

export function paymentRejectionOf(formErrors: PaymentFormErrors | null): FormRejection | undefined {
  const [first] = formErrors?.wrong ?? [];
  return first && { status: STATUS[first.problem] ?? 422 };
}

const SHOWN_BY_THE_PAGE: readonly string[] = ['not_possible_now', 'service_closed', 'declined'] satisfies PagesProblem[];

export function isFormError<R extends { problem: string }>(result: R): result is Exclude<R, { problem: PagesProblem }> {
  return !SHOWN_BY_THE_PAGE.includes(result.problem);
}
