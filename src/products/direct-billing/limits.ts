/** Maximum number of codes that are sent for one transaction. */
export const MAX_SENT_CODES = 3;
/** Maximum number of times that a payer can enter one code. */
export const MAX_CODE_TRIES = 3;
/** Minimum time between two codes of one transaction. */
export const RESEND_AFTER_SECONDS = 30;
/** Time from the creation to the expiry, without extensions by the payer. */
export const TRANSACTION_EXPIRES_AFTER_MINUTES = 30;
