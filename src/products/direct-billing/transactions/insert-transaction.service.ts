import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { answerValues, claimLost } from '../../../platform/idempotency/keep-statement.js';
import type { KeptAnswer } from '../../../platform/idempotency/kept-answer.js';
import { Batcher } from '../../../runtime/database/batcher.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { inStatementSpan } from '../../../runtime/database/statement-span.js';
import { tryAlone } from '../../../runtime/database/try-alone.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import {
  INSERT_TRANSACTIONS,
  INSERT_WITH_ANSWERS,
  INSERT_WITH_FREE_ANSWERS,
  NEW_TRANSACTIONS,
  type NewTransaction,
} from './insert-statements.js';

interface Insertion {
  row: NewTransaction;
  answer: KeptAnswer | undefined;
}

const ROWS_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/** Writes new transactions. Those of requests that come at the same moment go out in one statement and one commit. */
@Injectable()
export class InsertTransactionService {
  private readonly together: Batcher<Insertion, true>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) log: Logger,
  ) {
    this.together = new Batcher(
      (insertions) => this.insertTogether(insertions),
      ROWS_AT_ONCE,
      tryAlone(log, 'transactions'),
      STATEMENTS_AT_ONCE,
    );
  }

  /**
   * @param answer kept in the same database transaction.
   * @throws DomainError IDEMPOTENCY_CONFLICT when the answer's key is not its request's any more; nothing is written then.
   */
  run(row: NewTransaction, answer: KeptAnswer | undefined): Promise<void> {
    // The span of the statement that others share is each one's own.
    return inStatementSpan(INSERT_TRANSACTIONS.name, async () => {
      const insertion = { row, answer };
      if (!(await this.together.ask(insertion))) await this.insertAlone(insertion);
    });
  }

  private async insertTogether(insertions: Insertion[]): Promise<(true | undefined)[]> {
    const made = await this.insert(insertions, INSERT_WITH_FREE_ANSWERS);
    return insertions.map(({ row }) => made.has(row.id) || undefined);
  }

  /** Waits for whoever holds the key. */
  private async insertAlone(insertion: Insertion): Promise<void> {
    const made = await this.insert([insertion], INSERT_WITH_ANSWERS);
    if (made.size === 0) throw claimLost();
  }

  /** @returns ids of the rows that were written: all but those whose key is held, or lost. */
  private async insert(insertions: Insertion[], withAnswers: typeof INSERT_WITH_ANSWERS): Promise<Set<string>> {
    const rows = NEW_TRANSACTIONS.values(insertions.map(({ row }) => row));
    const answers = insertions.flatMap(({ row, answer }) => (answer ? [{ subject: row.id, answer }] : []));
    const made = await (answers.length === 0
      ? runNamed<{ id: string }>(this.dataSource, INSERT_TRANSACTIONS, rows)
      : runNamed<{ id: string }>(this.dataSource, withAnswers, [...rows, ...answerValues(answers)]));
    return new Set(made.map(({ id }) => id));
  }
}
