/**
 * What a status update did. Stored with each callback.
 * - `applied`, `duplicate`
 * - `no_news`: nothing has changed
 * - `too_late`: ignored, because the attempt has ended
 * - `held`: the money is held by a velocity rule
 * - `suspended`: the money is in suspense
 * - `unknown_attempt`: unmatched; staff have to look
 * - `for_staff`: staff have to look
 */
export type AttemptEffect = 'applied' | 'duplicate' | 'no_news' | 'too_late' | 'held' | 'suspended' | 'unknown_attempt' | 'for_staff';
