import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NewRows } from '../../../platform/changes/new-rows.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
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

/** Inserts new transactions. Transactions of concurrent requests share one statement and one commit. */
@Injectable()
export class InsertTransactionService extends NewRows<NewTransaction> {
  constructor(dataSource: DataSource, @Inject(LOGGER) log: Logger) {
    super(dataSource, log, NEW_TRANSACTIONS, TRANSACTION_LIST, 'transactions');
  }
}
