import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from './form-field.js';

/**
 * Whether a form was created for an earlier state of the payment. Such a form must have no effect: no attempt, no counted try, no SMS. A
 * form without a state is not stale.
 */
export function isStale(form: FormFields, state: string): boolean {
  const formState = readField(form, 'state');
  return formState !== '' && formState !== state;
}
