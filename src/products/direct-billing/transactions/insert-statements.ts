import { newRowStatements } from '../../../platform/changes/new-row-statements.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { DirectBillingTransaction } from './direct-billing-transaction.entity.js';
import { TRANSACTION_LIST } from './transaction.list.js';

/** The listed columns keep their defaults, because a new transaction has no operator, code or charge. */
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
