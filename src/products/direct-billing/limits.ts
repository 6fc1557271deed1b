/** Codes one transaction may send, and tries each of them has. */
export const MAX_CODES = 3;
export const MAX_TRIES = 3;
export const RESEND_AFTER_SECONDS = 30;
/** A transaction that was not charged by then is rejected. */
export const EXPIRES_AFTER_MINUTES = 30;
