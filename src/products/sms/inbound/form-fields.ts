import { formBytes, nameAndValue } from '../../../runtime/http/body/form-bytes.js';

/** More than any gateway sends; what comes after them is not looked at. */
const MOST_FIELDS = 100;

/** The fields of a query or a form as bytes, which their charset makes text of; the last of the same name counts. */
export function formFields(form: string): Map<string, Buffer> {
  const fields = form.split('&', MOST_FIELDS).filter(Boolean).map(nameAndValue);
  return new Map(fields.map(([name, value]) => [formBytes(name).toString('utf8'), formBytes(value)]));
}
