export const SENDER_FORM = /^\+?[1-9]\d{4,14}$/;
export const NOT_A_SENDER = 'The from must be a phone number of 5 to 15 digits, with its country’s or, in Poland, without.';

/**
 * The one form in which the number that a message came from is kept and looked for: digits with the country's. Nine digits are a Polish
 * number without it, however they are written. Null when it is none.
 */
export function readSender(text: string): string | null {
  if (!SENDER_FORM.test(text)) return null;
  const digits = text.replace('+', '');
  return digits.length === 9 ? `48${digits}` : digits;
}
