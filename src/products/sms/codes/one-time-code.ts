import { randomInt } from 'node:crypto';

/** Without the letter O and the digit 0, because a payer copies the code by hand. */
export const ALPHABET = 'ABCDEFGHIJKLMNPQRSTUVWXYZ123456789';
const LENGTH = 6;

/** A code that cannot be guessed. The database refuses one that the service has given out before. */
export function oneTimeCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
