/** A payment that nobody has paid by then expires; methods whose payers have days move it on. */
export const EXPIRES_AFTER_MINUTES = 60;
/** How long after its end a channel is asked whether it took the money after all, before the payment expires. */
export const GRACE_MINUTES = 10;
/** Attempts at channels that one payment may have, and codes typed in all of them. */
export const MAX_ATTEMPTS = 10;
export const MAX_CODES = 5;
/** After that much time without a definite answer staff's reports and late money are all that is left to wait for. */
export const LAPSED_IS_ASKED_HOURS = 72;
/** Of one payment, whatever became of them: they are listed in one answer. */
export const MOST_REFUNDS = 1_000;
