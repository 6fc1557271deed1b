import type { NamedQuery } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { keepAnswers } from '../idempotency/keep-answer.js';
import { countChanges } from '../listing/listing-statements.js';
import type { List } from '../listing/lists/list.js';

/** The parameters of the rows come first, then those of the answers. Each answers the ids of the rows that it wrote. */
export interface NewRowStatements {
  /** Rows and the list's counters: everything that new rows write, in one round trip. */
  plain: NamedQuery;
  /**
   * The same with the answers that are kept under an `Idempotency-Key`. A row whose key is not its request's any more is not written;
   * answers those that were.
   */
  answered: NamedQuery;
  /** Waits for nobody: rows whose key somebody holds are left out. */
  answeredIfFree: NamedQuery;
}

/** @param list whose scope is `service_id`, and which is counted by `status`. */
export function newRowStatements(rows: RowInsertion<never>, list: List): NewRowStatements {
  const counted = countChanges(`SELECT ${list.counterSql('service_id')} AS list, status, created_at, 1::bigint AS by FROM made`);
  const returning = `RETURNING id, service_id, status, created_at), ${counted} SELECT id FROM made`;
  const withAnswers = (name: string, busy: 'wait' | 'pass over'): NamedQuery => ({
    name: `${list.table}_${name}`,
    text: `
      WITH ${keepAnswers(rows.parameters + 1, busy)}, made AS (
        ${rows.insert()}
        WHERE fresh.id NOT IN (SELECT subject FROM answer) OR fresh.id IN (SELECT subject FROM kept)
        ${returning}`,
  });
  return {
    plain: { name: `${list.table}_insert`, text: `WITH made AS (${rows.insert()} ${returning}` },
    answered: withAnswers('insert_answered', 'wait'),
    answeredIfFree: withAnswers('insert_free', 'pass over'),
  };
}
