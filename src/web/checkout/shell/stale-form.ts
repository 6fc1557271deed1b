import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from './form-field.js';

/** Whether a form was made for an earlier state of the payment. Such a form must have no effect: no attempt, no used try, no SMS. */
export function isStale(form: FormFields, state: string): boolean {
  const made = readField(form, 'state');
  return made !== '' && made !== state;
}
