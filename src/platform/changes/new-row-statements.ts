import type { NamedQuery } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { RESPONSE_PARAMETERS, ANSWERED_KEY_PARAMETERS, claimKeysWithResponse, storeResponsesSql } from '../idempotency/stored-response.js';
import { countChanges } from '../listing/listing-statements.js';
import type { List } from '../listing/lists/list.js';

/** Statements that return the ids of the rows they wrote. The parameters of the rows come first, then those of the answers, those of
 * the keys that are claimed with them, and the ids of the rows whose keys these are. */
export interface NewRowStatements {
  /** Writes the rows and the list's counters in one round trip. */
  plain: NamedQuery;
  /**
   * The same with the answers that are stored under an `Idempotency-Key`. A row is left out when another request has taken over its key, or, when
   * the key is claimed only now, has used it before.
   */
  answered: NamedQuery;
  /** Waits for no lock: rows whose key another transaction has locked are left out. */
  answeredIfFree: NamedQuery;
}

/** @param list must have the scope `service_id` and be counted by `status`. */
export function newRowStatements(rows: RowInsertion<never>, list: List): NewRowStatements {
  const counted = countChanges(`SELECT ${list.counterSql('service_id')} AS list, status, created_at, 1::bigint AS by FROM made`);
  const returning = `RETURNING id, service_id, status, created_at), ${counted} SELECT id FROM made`;
  const [answers, claims] = [rows.parameters + 1, rows.parameters + 1 + RESPONSE_PARAMETERS];
  const withAnswers = (name: string, busy: 'wait' | 'pass over'): NamedQuery => ({
    name: `${list.table}_${name}`,
    text: `
      WITH ${storeResponsesSql(answers, busy)}, ${claimKeysWithResponse(claims)}, made AS (
        ${rows.insert()}
        WHERE fresh.id NOT IN (SELECT subject FROM answer UNION ALL SELECT unnest($${claims + ANSWERED_KEY_PARAMETERS}::uuid[]))
          OR fresh.id IN (SELECT subject FROM kept UNION ALL SELECT claim_id FROM claimed)
        ${returning}`,
  });
  return {
    plain: { name: `${list.table}_insert`, text: `WITH made AS (${rows.insert()} ${returning}` },
    answered: withAnswers('insert_answered', 'wait'),
    answeredIfFree: withAnswers('insert_free', 'pass over'),
  };
}
