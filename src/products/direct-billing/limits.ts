/** Codes one transaction may send, and tries each of them has. */
export const MAX_SENT_CODES = 3;
export const MAX_CODE_TRIES = 3;
export const RESEND_AFTER_SECONDS = 30;
/** A transaction that is not charged by then is rejected. */
export const TRANSACTION_EXPIRES_AFTER_MINUTES = 30;
