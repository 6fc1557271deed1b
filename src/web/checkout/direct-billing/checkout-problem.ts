import type { SendCodeProblem } from '../../../products/direct-billing/checkout/send-code.service.js';
import type { SubmitCodeProblem } from '../../../products/direct-billing/checkout/submit-code.service.js';
import type { FormErrorStatus } from '../shell/checkout-shell.js';
import type { DisplayedError } from '../shell/shell-page.js';
import type { DirectBillingTexts } from '../../languages/texts.js';

/**
 * Codes of the errors that a form shows. The product's services return most of them, and `…_missing` are checked before a service is
 * called. `not_possible_now` is left out: the payment has changed, so its page is shown instead.
 */
export type DirectBillingFormProblem =
  Exclude<SendCodeProblem | SubmitCodeProblem, 'not_possible_now'> | 'operator_missing' | 'phone_missing' | 'code_missing';

export interface DirectBillingFormErrors {
  problems: DirectBillingFormProblem[];
  retryAfterSeconds?: number;
  /** The values to show in the form again. */
  submittedValues?: { operator?: string; phone?: string };
}

type Field = 'operator' | 'phone' | 'code';

/** The field of each problem, null for the whole form, and the HTTP status of the page. */
const FIELD_AND_STATUS: Record<DirectBillingFormProblem, { field: Field | null; status: number }> = {
  operator_missing: { field: 'operator', status: 422 },
  operator_unavailable: { field: 'operator', status: 422 },
  phone_missing: { field: 'phone', status: 422 },
  phone_invalid: { field: 'phone', status: 422 },
  // the operator refused the number
  number_refused: { field: 'phone', status: 422 },
  code_missing: { field: 'code', status: 422 },
  code_malformed: { field: 'code', status: 422 },
  code_wrong: { field: 'code', status: 422 },
  too_many_codes: { field: null, status: 422 },
  too_soon: { field: null, status: 429 },
  too_many_requests: { field: null, status: 429 },
  operator_unreachable: { field: null, status: 503 },
};

export function displayedDirectBillingErrors(formErrors: DirectBillingFormErrors | null, t: DirectBillingTexts): DisplayedError[] {
  const retryAfterSeconds = formErrors?.retryAfterSeconds ?? 1;
  return (formErrors?.problems ?? []).map((problem) => ({
    field: FIELD_AND_STATUS[problem].field,
    message: messageOf(problem, retryAfterSeconds, t),
  }));
}

/** Status and `Retry-After` of the page with the form; those of the first problem. */
export function directBillingErrorStatus(formErrors: DirectBillingFormErrors | null): FormErrorStatus | undefined {
  const [first] = formErrors?.problems ?? [];
  return first && { status: FIELD_AND_STATUS[first].status, retryAfterSeconds: formErrors?.retryAfterSeconds };
}

function messageOf(problem: DirectBillingFormProblem, retryAfterSeconds: number, t: DirectBillingTexts): string {
  if (problem === 'too_soon') return t.errors.too_soon(Math.ceil(retryAfterSeconds));
  if (problem === 'too_many_requests') return t.errors.too_many_requests(Math.ceil(retryAfterSeconds / 60));
  return t.errors[problem];
}
