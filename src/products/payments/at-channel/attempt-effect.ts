/**
 * What a channel's word did; recorded with each report.
 * - `applied`, `duplicate`, `no_news`; `too_late`: nothing comes of it any more
 * - `held`: the money is there, and a rule holds it
 * - `suspended`: money that is not the payment's
 * - `unknown_attempt`, `for_staff`: somebody has to look
 */
export type AttemptEffect = 'applied' | 'duplicate' | 'no_news' | 'too_late' | 'held' | 'suspended' | 'unknown_attempt' | 'for_staff';
