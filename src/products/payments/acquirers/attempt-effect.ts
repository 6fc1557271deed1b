/**
 * What a channel's status report did; recorded with each report.
 * - `applied`, `duplicate`, `no_news`
 * - `too_late`: ignored, as it has ended
 * - `held`: a rule holds the money that came
 * - `suspended`: unmatched funds
 * - `unknown_attempt`, `for_staff`: staff have to look
 */
export type AttemptEffect = 'applied' | 'duplicate' | 'no_news' | 'too_late' | 'held' | 'suspended' | 'unknown_attempt' | 'for_staff';
