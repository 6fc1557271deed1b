import type { FormFields } from '../../../runtime/http/body/form-body.js';

/** A field of a payer's form. Sent twice or not at all it counts as empty. */
export function readField(form: FormFields, name: string): string {
  return form.get(name)?.trim() ?? '';
}
