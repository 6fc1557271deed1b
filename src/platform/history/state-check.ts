import { inconsistencies, valueMismatch, sentenceSql, valueSql } from '../ledger/verification/inconsistencies.js';
import { type RowKey, UUID_KEY } from '../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../products/row-check.js';

interface RowsWithStates {
  /** Table of the rows. Its name is the subject's type in the history. */
  table: string;
  key: string;
  state: string;
  /** The state of a new row, which has no history yet. */
  initial: string;
}

/** Makes a check: each row must have the last state of its history, and each history must belong to a row. */
export function stateCheck({ table, key, state, initial }: RowsWithStates): RowCheck {
  const lastState = `coalesce(h.to_status, '${initial}')`;
  return {
    table,
    key: { ...UUID_KEY, column: key } satisfies RowKey,
    inconsistentRowsSql: inconsistencies(
      `coalesce(r.${key}, h.subject_id)`,
      `(SELECT ${key}, ${state} FROM ${table} WHERE ${key} >= $1 AND ${key} < $2) AS r FULL JOIN (
        SELECT DISTINCT ON (subject_id) subject_id, to_status FROM state_history
        WHERE subject_type = '${table}' AND subject_id >= $1 AND subject_id < $2 ORDER BY subject_id, sequence DESC
      ) AS h ON h.subject_id = r.${key}`,
      [
        [`r.${key} IS NULL`, sentenceSql('it does not exist, and its history ends with ', valueSql('h.to_status'))],
        valueMismatch(state, `r.${state}`, lastState, 'its history ends with'),
      ],
    ),
  };
}
