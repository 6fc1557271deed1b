import type { Family } from '../methods.js';

/** A field that was filled in wrongly, and what to say of it. */
export interface FieldProblem {
  field: string;
  says: string;
}

/** What the acquirer does not accept of what the payer typed. Nothing of it is kept. */
export function problemsOf(family: Family, form: URLSearchParams): FieldProblem[] {
  const typed = (field: string): string => (form.get(field) ?? '').trim();
  const problem = (field: string, isFine: boolean, says: string): FieldProblem[] => (isFine ? [] : [{ field, says }]);
  switch (family) {
    case 'bank':
    case 'wallet':
      return [
        ...problem('user', typed('user') !== '', 'Type anything as the user.'),
        ...problem('password', typed('password') !== '', 'Type anything as the password.'),
      ];
    case 'card':
      return [
        ...problem('number', isCardNumber(digitsOf(typed('number'))), 'This is not the number of a card. Try 4242 4242 4242 4242.'),
        ...problem('expiry', /^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/.test(typed('expiry')), 'Type month and year, such as 12/40.'),
        ...problem('cvc', /^\d{3,4}$/.test(typed('cvc')), 'Type three digits.'),
      ];
    case 'pin':
      return problem('pin', /^\d{16}$/.test(digitsOf(typed('pin'))), 'A PIN has sixteen digits; any will do.');
    default:
      return [];
  }
}

export function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, '');
}

function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
