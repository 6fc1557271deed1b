import type { FormFields } from '../../../runtime/http/body/form-body.js';
import { readField } from './form-field.js';

/** Whether a form was made for what the payment was before: sent once more it must neither begin anything, nor use up a try, nor cost an SMS. */
export function isOutdated(form: FormFields, state: string): boolean {
  const made = readField(form, 'state');
  return made !== '' && made !== state;
}
