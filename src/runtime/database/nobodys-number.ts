/**
 * Stands where a phone number was erased and a row must have one. No telephone has it: after 48 no number of Poland begins with a zero.
 */
export const NOBODYS_NUMBER = '48000000000';
