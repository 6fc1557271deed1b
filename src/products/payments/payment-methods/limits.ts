/** A payment that is not paid in this time expires. A channel on which payers have days to pay extends the time. */
export const PAYMENT_EXPIRES_AFTER_MINUTES = 60;
/** A payment whose attempt is still pending at its expiry waits this long for the acquirer's outcome before it expires. */
export const GRACE_MINUTES = 10;
/** Maximum number of attempts of one payment. */
export const MAX_ATTEMPTS = 10;
/** Maximum number of BLIK codes and aliases in all attempts of one payment together. */
export const MAX_BLIK_CODES = 5;
/** How long after its expiry an abandoned attempt is polled. After that only callbacks and polls by staff can change the attempt. */
export const ABANDONED_POLL_HOURS = 72;
/** Maximum number of refunds of one payment, in any state, because one response lists them all. */
export const MAX_REFUNDS = 1_000;
