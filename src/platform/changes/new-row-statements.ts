import type { NamedQuery } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { RESPONSE_PARAMETERS, ANSWERED_KEY_PARAMETERS, claimKeysWithResponse, storeResponsesSql } from '../idempotency/stored-response.js';
import { countChanges } from '../listing/listing-statements.js';
import type { List } from '../listing/lists/list.js';

/**
 * Statements that return the ids of the written rows. The parameters of the rows come first, then those of the stored responses. Last come
 * the parameters of keys that are claimed in the same statement, and the ids of the rows for which these keys are claimed.
 */
export interface NewRowStatements {
  /** Writes the rows and the list's counters in one round trip. */
  plain: NamedQuery;
  /**
   * Like `plain`, but also stores responses under an `Idempotency-Key`. A row is left out when another request has taken over its key. If
   * the key is claimed in this statement, the row is left out when another request has used the key before.
   */
  answered: NamedQuery;
  /** Like `answered`, but does not wait for locks: rows whose key is locked by another transaction are left out. */
  answeredIfFree: NamedQuery;
}

export function newRowStatements(rows: RowInsertion<never>, list: List): NewRowStatements {
  const counterParts = countChanges(`SELECT ${list.counterSql('service_id')} AS list, status, created_at, 1::bigint AS by FROM made`);
  const returning = `RETURNING id, service_id, status, created_at), ${counterParts} SELECT id FROM made`;
  // Positions of the first parameters of the stored responses and of the claimed keys.
  const [firstResponse, firstClaim] = [rows.parameters + 1, rows.parameters + 1 + RESPONSE_PARAMETERS];
  const withResponses = (name: string, lockedKeys: 'wait' | 'pass over'): NamedQuery => ({
    name: `${list.table}_${name}`,
    text: `
      WITH ${storeResponsesSql(firstResponse, lockedKeys)}, ${claimKeysWithResponse(firstClaim)}, made AS (
        ${rows.insert()}
        WHERE fresh.id NOT IN (SELECT subject FROM response UNION ALL SELECT unnest($${firstClaim + ANSWERED_KEY_PARAMETERS}::uuid[]))
          OR fresh.id IN (SELECT subject FROM stored UNION ALL SELECT claim_id FROM claimed)
        ${returning}`,
  });
  return {
    plain: { name: `${list.table}_insert`, text: `WITH made AS (${rows.insert()} ${returning}` },
    answered: withResponses('insert_answered', 'wait'),
    answeredIfFree: withResponses('insert_free', 'pass over'),
  };
}
