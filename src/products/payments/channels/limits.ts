/** A payment that is not paid by then expires; methods that give payers days extend it. */
export const PAYMENT_EXPIRES_AFTER_MINUTES = 60;
/** How long a payment with an attempt under way waits beyond its end for the channel's outcome before it expires. */
export const GRACE_MINUTES = 10;
/** Attempts that one payment may have, and codes typed in all of them. */
export const MAX_ATTEMPTS = 10;
export const MAX_BLIK_CODES = 5;
/** How long an abandoned attempt is polled on. After that only reports can still change it. */
export const ABANDONED_POLL_HOURS = 72;
/** Refunds of one payment, in any state: they are listed in one answer. */
export const MAX_REFUNDS = 1_000;
