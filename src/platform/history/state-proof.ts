import { contradictions, differs, says, shown } from '../ledger/rows/contradictions.js';
import { type RowKey, UUID_KEY } from '../ledger/rows/row-batches.js';
import type { RowProof } from '../ledger/rows/row-proof.js';

interface RowsWithStates {
  /** Which is what its subject is called, too. */
  table: string;
  key: string;
  state: string;
  /** In which a row is made, which is no change. */
  initial: string;
}

/** The state of each row is the one that its history ends with, and what has a history is there. */
export function stateProof({ table, key, state, initial }: RowsWithStates): RowProof {
  const ends = `coalesce(h.to_status, '${initial}')`;
  return {
    table,
    key: { ...UUID_KEY, column: key } satisfies RowKey,
    contradictions: contradictions(
      `coalesce(r.${key}, h.subject_id)`,
      `(SELECT ${key}, ${state} FROM ${table} WHERE ${key} >= $1 AND ${key} < $2) AS r FULL JOIN (
        SELECT DISTINCT ON (subject_id) subject_id, to_status FROM state_history
        WHERE subject_type = '${table}' AND subject_id >= $1 AND subject_id < $2 ORDER BY subject_id, sequence DESC
      ) AS h ON h.subject_id = r.${key}`,
      [
        [`r.${key} IS NULL`, says('it is gone, and its history ends with ', shown('h.to_status'))],
        differs(state, `r.${state}`, ends, 'its history ends with'),
      ],
    ),
  };
}
