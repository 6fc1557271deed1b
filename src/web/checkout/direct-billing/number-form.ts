import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import type { DirectBillingFormProblem } from './checkout-problem.js';

/** The form of the first step. */
export interface NumberForm {
  operator: string;
  phone: string;
}

export function readNumberForm(body: FormFields): NumberForm {
  return { operator: readField(body, 'operator'), phone: readField(body, 'phone') };
}

/** Reports all empty fields at once, so that the payer corrects the form once. */
export function missingNumberFields(form: NumberForm, phoneFixed: boolean): DirectBillingFormProblem[] {
  return [...(form.operator ? [] : ['operator_missing' as const]), ...(form.phone || phoneFixed ? [] : ['phone_missing' as const])];
}
