import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import type { CheckoutProblem } from './checkout-problem.js';

/** The form of the first step. */
export interface NumberForm {
  operator: string;
  phone: string;
}

export function readNumberForm(body: FormFields): NumberForm {
  return { operator: readField(body, 'operator'), phone: readField(body, 'phone') };
}

/** Everything that is empty at once, so that the payer is not sent round twice. */
export function missingFields(form: NumberForm, phoneFixed: boolean): CheckoutProblem[] {
  return [...(form.operator ? [] : ['operator_missing' as const]), ...(form.phone || phoneFixed ? [] : ['phone_missing' as const])];
}
