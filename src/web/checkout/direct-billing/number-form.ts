import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from '../shell/form-field.js';
import type { DirectBillingFormProblem } from './checkout-problem.js';

/** The form in which the payer chooses the operator and enters the phone number. */
export interface NumberForm {
  operator: string;
  phone: string;
}

export function readNumberForm(body: FormFields): NumberForm {
  return { operator: readField(body, 'operator'), phone: readField(body, 'phone') };
}

/** Reports all empty fields together, so that the payer corrects the form only once. */
export function missingNumberFields(form: NumberForm, phoneFixed: boolean): DirectBillingFormProblem[] {
  return [...(form.operator ? [] : ['operator_missing' as const]), ...(form.phone || phoneFixed ? [] : ['phone_missing' as const])];
}
