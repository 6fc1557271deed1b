/**
 * Replaces an erased phone number in rows where a number is required. No phone has this number: no Polish number begins with a zero after
 * 48.
 */
export const ERASED_NUMBER = '48000000000';
