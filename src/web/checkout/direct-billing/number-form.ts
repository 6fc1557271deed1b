import type { FormFields } from '../../../runtime/http/body/form-body.js';
import type { CheckoutProblem } from './checkout-problem.js';

/** The form of the first step. A field sent twice or not at all counts as empty. */
export interface NumberForm {
  operator: string;
  phone: string;
}

export function readNumberForm(body: FormFields): NumberForm {
  return { operator: readField(body, 'operator'), phone: readField(body, 'phone') };
}

export function readField(body: FormFields, name: string): string {
  return body.get(name)?.trim() ?? '';
}

/** Everything that is empty at once, so that the payer is not sent round twice. */
export function missingFields(form: NumberForm, phoneFixed: boolean): CheckoutProblem[] {
  return [...(form.operator ? [] : ['operator_missing' as const]), ...(form.phone || phoneFixed ? [] : ['phone_missing' as const])];
}
