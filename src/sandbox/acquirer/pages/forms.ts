import { hasLuhnDigit } from '../../../common/validation/card-number.js';
import type { Family } from '../methods.js';
import type { AcquirerTexts } from '../texts/en.js';

/** A field with an invalid value, and the message for it. */
export interface FormProblem {
  field: string;
  says: string;
}

/** Checks the payer's input. The input is not stored. */
export function problemsOf(family: Family, form: URLSearchParams, { problems: t }: AcquirerTexts): FormProblem[] {
  const inputOf = (field: string): string => (form.get(field) ?? '').trim();
  const problem = (field: string, isValid: boolean, says: string): FormProblem[] => (isValid ? [] : [{ field, says }]);
  switch (family) {
    case 'bank':
    case 'wallet':
      return [...problem('user', inputOf('user') !== '', t.user), ...problem('password', inputOf('password') !== '', t.password)];
    case 'card':
      return [
        ...problem('number', isCardNumber(digitsOf(inputOf('number'))), t.number),
        ...problem('expiry', /^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/.test(inputOf('expiry')), t.expiry),
        ...problem('cvc', /^\d{3,4}$/.test(inputOf('cvc')), t.cvc),
      ];
    case 'pin':
      return problem('pin', /^\d{16}$/.test(digitsOf(inputOf('pin'))), t.pin);
    default:
      return [];
  }
}

export function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, '');
}

const isCardNumber = (number: string): boolean => /^\d{13,19}$/.test(number) && hasLuhnDigit(number);
