import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Batcher } from '../../runtime/database/batcher.js';
import { type NamedQuery, runNamed } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { inStatementSpan } from '../../runtime/database/statement-span.js';
import { retryIndividually } from '../../runtime/database/retry-individually.js';
import {
  storedResponseValues,
  responseValues,
  claimLostError,
  KeyWasUsedError,
  type StoredResponse,
} from '../idempotency/stored-response.js';
import type { List } from '../listing/lists/list.js';
import { newRowStatements, type NewRowStatements } from './new-row-statements.js';

interface Insertion<Row> {
  row: Row;
  response: StoredResponse | undefined;
}

const MAX_ROWS_PER_STATEMENT = 64;
const MAX_CONCURRENT_STATEMENTS = 2;

/**
 * Writes new rows of a product's list, the list's counters and the responses stored under an `Idempotency-Key` in one statement. Concurrent
 * requests share a statement and a commit.
 */
export class NewRows<Row extends { id: string }> {
  private readonly statements: NewRowStatements;
  private readonly batcher: Batcher<Insertion<Row>, boolean>;

  /** @param list must have the scope `service_id` and be counted by `status`. @param logName the rows' name in the log. */
  constructor(
    private readonly dataSource: DataSource,
    log: Logger,
    private readonly rows: RowInsertion<Row>,
    list: List,
    logName: string,
  ) {
    this.statements = newRowStatements(rows, list);
    this.batcher = new Batcher(
      (insertions) => this.insertTogether(insertions),
      MAX_ROWS_PER_STATEMENT,
      retryIndividually(log, logName),
      MAX_CONCURRENT_STATEMENTS,
    );
  }

  /**
   * @param response stored in the same database transaction.
   * @throws DomainError IDEMPOTENCY_CONFLICT when another request has taken over the key.
   * @throws KeyWasUsedError when the key is claimed with the row but was used before. In both cases nothing is written.
   */
  run(row: Row, response: StoredResponse | undefined): Promise<void> {
    // Each request has its own span for the shared statement.
    return inStatementSpan(this.statements.plain.name, async () => {
      const insertion = { row, response };
      let isWritten = await this.batcher.query(insertion);
      // Undefined: the key was locked or taken over, or the whole statement failed. Write the row alone, and wait for the lock.
      isWritten ??= (await this.write([insertion], this.statements.answered)).size > 0;
      if (!isWritten) throw response?.unclaimed ? new KeyWasUsedError() : claimLostError();
    });
  }

  /**
   * @returns false for a row whose key was used before or is being claimed by another request. Undefined for a row whose key is locked or
   * was taken over.
   */
  private async insertTogether(insertions: Insertion<Row>[]): Promise<(boolean | undefined)[]> {
    const written = await this.write(insertions, this.statements.answeredIfFree);
    return insertions.map(({ row, response }) => written.has(row.id) || (response?.unclaimed ? false : undefined));
  }

  /** @returns ids of the written rows. Rows whose key is locked, was taken over or was used before are not among them. */
  private async write(insertions: Insertion<Row>[], withResponses: NamedQuery): Promise<Set<string>> {
    const values = this.rows.values(insertions.map(({ row }) => row));
    const responses = insertions.flatMap(({ row, response }) => (response ? [{ subject: row.id, responseToStore: response }] : []));
    if (responses.length > 0) {
      const [unclaimed, claimed] = [
        responses.filter(({ responseToStore }) => responseToStore.unclaimed),
        responses.filter(({ responseToStore }) => !responseToStore.unclaimed),
      ];
      values.push(
        ...responseValues(claimed),
        ...storedResponseValues(unclaimed),
        unclaimed.map(({ subject }) => subject),
      );
    }
    const written = await runNamed<{ id: string }>(this.dataSource, responses.length === 0 ? this.statements.plain : withResponses, values);
    return new Set(written.map(({ id }) => id));
  }
}
