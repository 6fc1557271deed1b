import { newRowStatements } from '../../../platform/changes/new-row-statements.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';
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

export const INSERT_TRANSACTIONS = newRowStatements(NEW_TRANSACTIONS, TRANSACTION_LIST);
