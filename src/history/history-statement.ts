/**
 * The member of a WITH that records a change of state, for a statement that makes the change in the same round trip.
 * @param change a SELECT of subject_type, subject_id, from_status, to_status, reason, at
 */
export function recordChange(change: string): string {
  return `recorded AS (INSERT INTO state_history (subject_type, subject_id, from_status, to_status, reason, at) ${change})`;
}
