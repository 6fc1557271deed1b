/** Codes per transaction, and tries per code. */
export const MAX_SENT_CODES = 3;
export const MAX_CODE_TRIES = 3;
export const RESEND_AFTER_SECONDS = 30;
/** Time from the creation to the expiry, without the extensions that the payer requests. */
export const TRANSACTION_EXPIRES_AFTER_MINUTES = 30;
