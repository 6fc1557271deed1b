import type { CheckoutProblem } from './checkout-problem.js';

/** The form of the first step. A field sent twice or not at all counts as empty. */
export interface NumberForm {
  operator: string;
  phone: string;
}

export function readNumberForm(body: unknown): NumberForm {
  return { operator: readField(body, 'operator'), phone: readField(body, 'phone') };
}

export function readField(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : '';
  return typeof value === 'string' ? value.trim() : '';
}

/** Everything that is empty at once, so that the payer is not sent round twice. */
export function missingFields(form: NumberForm, phoneFixed: boolean): CheckoutProblem[] {
  return [...(form.operator ? [] : ['operator_missing' as const]), ...(form.phone || phoneFixed ? [] : ['phone_missing' as const])];
}
