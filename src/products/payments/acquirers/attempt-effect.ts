/**
 * The effect of a status update. Stored with each callback.
 * - `applied`: the state or the next step changed
 * - `duplicate`: the update confirms what is recorded
 * - `no_news`: the update has no definite outcome, or its outcome is not believed yet
 * - `too_late`: ignored, because the attempt, alias or subscription is already in a later state
 * - `held`: the money is booked, and a velocity rule holds it
 * - `suspended`: the money is booked to suspense
 * - `unknown_attempt`: unmatched; staff have to decide
 * - `for_staff`: a conflict or an update that cannot be applied; staff have to decide
 */
export type AttemptEffect = 'applied' | 'duplicate' | 'no_news' | 'too_late' | 'held' | 'suspended' | 'unknown_attempt' | 'for_staff';
