import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Batcher } from '../../runtime/database/batcher.js';
import { type NamedQuery, runNamed } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { inStatementSpan } from '../../runtime/database/statement-span.js';
import { retryIndividually } from '../../runtime/database/retry-individually.js';
import { answeredKeyValues, responseValues, claimLostError, KeyWasUsed, type StoredResponse } from '../idempotency/stored-response.js';
import type { NewRowStatements } from './new-row-statements.js';

interface Insertion<Row> {
  row: Row;
  answer: StoredResponse | undefined;
}

const ROWS_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/**
 * Writes new rows of a product's list, the list's counters and the answers stored under an `Idempotency-Key` in one statement. Requests that
 * come at the same moment share a statement and a commit.
 */
export class NewRows<Row extends { id: string }> {
  private readonly together: Batcher<Insertion<Row>, boolean>;

  /** @param what the rows' name in the log. */
  constructor(
    private readonly dataSource: DataSource,
    log: Logger,
    private readonly rows: RowInsertion<Row>,
    private readonly statements: NewRowStatements,
    what: string,
  ) {
    this.together = new Batcher(
      (insertions) => this.insertTogether(insertions),
      ROWS_AT_ONCE,
      retryIndividually(log, what),
      STATEMENTS_AT_ONCE,
    );
  }

  /**
   * @param answer stored in the same database transaction.
   * @throws DomainError IDEMPOTENCY_CONFLICT when another request has taken over the key; `KeyWasUsed` when it was to be claimed with the row and was
   * used before. Nothing is written then.
   */
  run(row: Row, answer: StoredResponse | undefined): Promise<void> {
    // Each request has a span of its own for the shared statement.
    return inStatementSpan(this.statements.plain.name, async () => {
      const insertion = { row, answer };
      let isMade = await this.together.ask(insertion);
      // The key was locked: this time, wait for the lock.
      isMade ??= (await this.write([insertion], this.statements.answered)).size > 0;
      if (!isMade) throw answer?.unclaimed ? new KeyWasUsed() : claimLostError();
    });
  }

  private async insertTogether(insertions: Insertion<Row>[]): Promise<(boolean | undefined)[]> {
    const made = await this.write(insertions, this.statements.answeredIfFree);
    return insertions.map(({ row, answer }) => made.has(row.id) || (answer?.unclaimed ? false : undefined));
  }

  /** @returns ids of the written rows: all but those whose key is locked or was taken over. */
  private async write(insertions: Insertion<Row>[], withAnswers: NamedQuery): Promise<Set<string>> {
    const values = this.rows.values(insertions.map(({ row }) => row));
    const all = insertions.flatMap(({ row, answer }) => (answer ? [{ subject: row.id, answer }] : []));
    if (all.length > 0) {
      const [unclaimed, claimed] = [all.filter(({ answer }) => answer.unclaimed), all.filter(({ answer }) => !answer.unclaimed)];
      values.push(
        ...responseValues(claimed),
        ...answeredKeyValues(unclaimed),
        unclaimed.map(({ subject }) => subject),
      );
    }
    const made = await runNamed<{ id: string }>(this.dataSource, all.length === 0 ? this.statements.plain : withAnswers, values);
    return new Set(made.map(({ id }) => id));
  }
}
