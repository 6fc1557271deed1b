import type { FormFields } from '../../../runtime/http/body/form-body.js';

/** A field of a payer's form. A missing or repeated field counts as empty. */
export function readField(form: FormFields, name: string): string {
  return form.get(name)?.trim() ?? '';
}
