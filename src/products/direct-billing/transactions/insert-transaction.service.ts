import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NewRows } from '../../../platform/changes/new-rows.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { INSERT_TRANSACTIONS, NEW_TRANSACTIONS, type NewTransaction } from './insert-statements.js';

/** Inserts new transactions. Transactions of concurrent requests share one statement and one commit. */
@Injectable()
export class InsertTransactionService extends NewRows<NewTransaction> {
  constructor(dataSource: DataSource, @Inject(LOGGER) log: Logger) {
    super(dataSource, log, NEW_TRANSACTIONS, INSERT_TRANSACTIONS, 'transactions');
  }
}
