import { randomInt } from 'node:crypto';

/** Capital letters and digits, except the letter O and the digit 0, which a payer who copies the code could confuse. */
export const ALPHABET = 'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789';
const LENGTH = 6;

/** A random code. The database refuses a code that the service already has. */
export function oneTimeCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
