import { countChanges } from '../../../platform/listing/listing-statements.js';
import { keepAnswers } from '../../../platform/idempotency/keep-statement.js';
import type { NamedQuery } from '../../../runtime/database/named-query.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { TRANSACTION_LIST } from './transaction.list.js';

/** The rows' parameters come first, then those of the answers. No operator and no code has been chosen for a new transaction, and nothing charged. */
export const NEW_TRANSACTIONS = insertionOf(DirectBillingTransaction, [
  'operator',
  'codeReference',
  'codeSentAt',
  'codeCount',
  'tryCount',
  'rejection',
  'test',
]);

export type NewTransaction = NewRowOf<typeof NEW_TRANSACTIONS>;

const COUNTED = countChanges(`SELECT ${TRANSACTION_LIST.counterSql('service_id')} AS list, status, created_at, 1::bigint AS by FROM made`);

/** Rows and the list's counters: everything that new transactions write, in one round trip. */
export const INSERT_TRANSACTIONS: NamedQuery = {
  name: 'direct_billing_transaction_insert',
  text: `
    WITH made AS (${NEW_TRANSACTIONS.insert()} RETURNING id, service_id, status, created_at), ${COUNTED}
    SELECT id FROM made`,
};

/**
 * The same with the answers that are kept under an `Idempotency-Key`. A row whose key is not its request's any more is not
 * written; answers those that were.
 */
const withAnswers = (name: string, busy: 'wait' | 'pass over'): NamedQuery => ({
  name,
  text: `
    WITH ${keepAnswers(NEW_TRANSACTIONS.parameters + 1, busy)}, made AS (
      ${NEW_TRANSACTIONS.insert()}
      WHERE fresh.id NOT IN (SELECT subject FROM answer) OR fresh.id IN (SELECT subject FROM kept)
      RETURNING id, service_id, status, created_at
    ), ${COUNTED}
    SELECT id FROM made`,
});

/** Waits for nobody: rows whose key somebody holds are left out. */
export const INSERT_WITH_FREE_ANSWERS = withAnswers('direct_billing_transaction_insert_free', 'pass over');

export const INSERT_WITH_ANSWERS = withAnswers('direct_billing_transaction_insert_answered', 'wait');
