import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NewRows } from '../../../platform/changes/new-rows.js';
import type { KeptAnswer } from '../../../platform/idempotency/kept-answer.js';
import { insertionOf, type NewRowOf } from '../../../runtime/database/rows/row-insertion.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { DirectBillingTransaction } from '../entities/direct-billing-transaction.entity.js';
import { TRANSACTION_LIST } from './transaction.list.js';

/** No operator and no code has been chosen for a new transaction. */
const NEW_TRANSACTIONS = insertionOf(DirectBillingTransaction, [
  'operator',
  'codeReference',
  'codeSentAt',
  'codeCount',
  'tryCount',
  'rejection',
]);

export type NewTransaction = NewRowOf<typeof NEW_TRANSACTIONS>;

@Injectable()
export class InsertTransactionService {
  private readonly rows: NewRows<NewTransaction>;

  constructor(dataSource: DataSource, @Inject(LOGGER) log: Logger) {
    this.rows = new NewRows(dataSource, log, NEW_TRANSACTIONS, TRANSACTION_LIST);
  }

  /** @throws DomainError IDEMPOTENCY_CONFLICT when the answer's key is not its request's any more; nothing is written then. */
  run(row: NewTransaction, answer: KeptAnswer | undefined): Promise<void> {
    return this.rows.insert(row, answer);
  }
}
