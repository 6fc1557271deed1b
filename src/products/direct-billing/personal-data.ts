import type { EntityManager } from 'typeorm';
import {
  callEraseFunction,
  columnsAsText,
  type PersonalDataSource,
  relatedRowsAsText,
  type Retention,
} from '../../platform/products/personal-data-source.js';

/** The personal data of transactions and of their charges. A charge may have another phone number than its transaction. */
export const TRANSACTION_PERSONAL_DATA: PersonalDataSource = {
  name: 'directbilling_transactions',
  table: 'direct_billing_transaction',
  key: [{ column: 'id', type: 'uuid' }],
  searchedTextSql: `concat_ws(chr(10), ${columnsAsText('t', ['phone_number', 'control', 'description', 'success_url', 'failure_url'])},
    ${relatedRowsAsText('direct_billing_charge o WHERE o.transaction_id = t.id', ['phone_number'])})`,
  blockedReasonSql: 'direct_billing_open_reason(t.id)',
  blockedHint: 'An unpaid transaction expires by itself. The operator is polled until the outcome is definite.',
  erase: (tx, keys, mention, erasedAt) => erase(tx, keys.flat(), mention, erasedAt),
};

// Uses the partial index of transactions with a phone number. A transaction that cannot be erased yet is skipped, so that it does not delay
// others.
const OLDEST_TRANSACTIONS = `
  SELECT t.id AS key FROM direct_billing_transaction t
  WHERE t.phone_number IS NOT NULL AND t.created_at < $1 AND direct_billing_open_reason(t.id) IS NULL
  ORDER BY t.created_at LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED`;

export function transactionRetention(days: number): Retention {
  return {
    name: TRANSACTION_PERSONAL_DATA.name,
    days,
    selectOldestSql: OLDEST_TRANSACTIONS,
    erase: (tx, ids, erasedAt) => erase(tx, ids, null, erasedAt),
  };
}

function erase(tx: EntityManager, ids: readonly string[], mention: string | null, erasedAt: Date): Promise<number> {
  return callEraseFunction(tx, 'erase_direct_billing($1, $2, $3)', [ids, mention, erasedAt]);
}
