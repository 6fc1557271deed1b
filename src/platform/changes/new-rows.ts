import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Batcher } from '../../runtime/database/batcher.js';
import { type NamedQuery, runNamed } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { inStatementSpan } from '../../runtime/database/statement-span.js';
import { tryAlone } from '../../runtime/database/try-alone.js';
import { answerValues, claimLost } from '../idempotency/keep-answer.js';
import type { KeptAnswer } from '../idempotency/kept-answer.js';
import type { NewRowStatements } from './new-row-statements.js';

interface Insertion<Row> {
  row: Row;
  answer: KeptAnswer | undefined;
}

const ROWS_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/**
 * Writes new rows of a product's list: the rows, the list's counters and the answers that are kept under an `Idempotency-Key`, in one
 * statement. Those of requests that come at the same moment go out together, in one commit.
 */
export class NewRows<Row extends { id: string }> {
  private readonly together: Batcher<Insertion<Row>, true>;

  /** @param what they are called in the log. */
  constructor(
    private readonly dataSource: DataSource,
    log: Logger,
    private readonly rows: RowInsertion<Row>,
    private readonly statements: NewRowStatements,
    what: string,
  ) {
    this.together = new Batcher((insertions) => this.insertTogether(insertions), ROWS_AT_ONCE, tryAlone(log, what), STATEMENTS_AT_ONCE);
  }

  /**
   * @param answer kept in the same database transaction.
   * @throws DomainError IDEMPOTENCY_CONFLICT when the answer's key is not its request's any more; nothing is written then.
   */
  run(row: Row, answer: KeptAnswer | undefined): Promise<void> {
    // The span of the statement that others share is each one's own.
    return inStatementSpan(this.statements.plain.name, async () => {
      const insertion = { row, answer };
      if (await this.together.ask(insertion)) return;
      // Waits for whoever holds the key.
      const made = await this.write([insertion], this.statements.answered);
      if (made.size === 0) throw claimLost();
    });
  }

  private async insertTogether(insertions: Insertion<Row>[]): Promise<(true | undefined)[]> {
    const made = await this.write(insertions, this.statements.answeredIfFree);
    return insertions.map(({ row }) => made.has(row.id) || undefined);
  }

  /** @returns ids of the rows that were written: all but those whose key is held, or lost. */
  private async write(insertions: Insertion<Row>[], withAnswers: NamedQuery): Promise<Set<string>> {
    const values = this.rows.values(insertions.map(({ row }) => row));
    const answers = insertions.flatMap(({ row, answer }) => (answer ? [{ subject: row.id, answer }] : []));
    const made = await (answers.length === 0
      ? runNamed<{ id: string }>(this.dataSource, this.statements.plain, values)
      : runNamed<{ id: string }>(this.dataSource, withAnswers, [...values, ...answerValues(answers)]));
    return new Set(made.map(({ id }) => id));
  }
}
