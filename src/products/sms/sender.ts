export const SENDER_PATTERN = /^\+?[1-9]\d{4,14}$/;
export const INVALID_SENDER_MESSAGE = 'The from must be a phone number of 5 to 15 digits, with its country’s or, in Poland, without.';

/**
 * Normalizes the sender of a message to digits with the country code, as transactions store it. Nine digits are a Polish number without a country
 * code.
 * @returns null when the text is not a phone number.
 */
export function readSender(text: string): string | null {
  if (!SENDER_PATTERN.test(text)) return null;
  const digits = text.replace('+', '');
  return digits.length === 9 ? `48${digits}` : digits;
}
