/**
 * Replaces an erased phone number in rows that must have one. No telephone has it: after 48 no Polish number begins with a zero.
 */
export const ERASED_NUMBER = '48000000000';
