import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { Batcher } from '../../runtime/database/batcher.js';
import { type NamedQuery, runNamed } from '../../runtime/database/named-query.js';
import type { RowInsertion } from '../../runtime/database/rows/row-insertion.js';
import { inStatementSpan } from '../../runtime/database/statement-span.js';
import { tryAlone } from '../../runtime/database/try-alone.js';
import { answerValues, claimLost, keepAnswers } from '../idempotency/keep-statement.js';
import type { KeptAnswer } from '../idempotency/kept-answer.js';
import { countChanges } from '../listing/listing-statements.js';
import type { List } from '../listing/lists/list.js';

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
  private readonly plain: NamedQuery;
  private readonly answered: NamedQuery;
  private readonly answeredIfFree: NamedQuery;
  private readonly together: Batcher<Insertion<Row>, true>;

  /** @param list whose scope is `service_id` and which is counted by `status`. */
  constructor(
    private readonly dataSource: DataSource,
    log: Logger,
    private readonly rows: RowInsertion<Row>,
    list: List,
  ) {
    const { table } = list;
    const counted = countChanges(`SELECT ${list.counterSql('service_id')} AS list, status, created_at, 1::bigint AS by FROM made`);
    const made = `RETURNING id, service_id, status, created_at), ${counted} SELECT id FROM made`;
    this.plain = { name: `${table}_insert`, text: `WITH made AS (${rows.insert()} ${made}` };
    // A row whose key is not its request's any more is not written.
    const withAnswers = (busy: 'wait' | 'pass over'): string => `
      WITH ${keepAnswers(rows.parameters + 1, busy)}, made AS (
        ${rows.insert()} WHERE fresh.id NOT IN (SELECT subject FROM answer) OR fresh.id IN (SELECT subject FROM kept) ${made}`;
    this.answered = { name: `${table}_insert_answered`, text: withAnswers('wait') };
    this.answeredIfFree = { name: `${table}_insert_free`, text: withAnswers('pass over') };
    this.together = new Batcher(
      (insertions) => this.insertTogether(insertions),
      ROWS_AT_ONCE,
      tryAlone(log, `rows of ${table}`),
      STATEMENTS_AT_ONCE,
    );
  }

  /**
   * @param answer kept in the same database transaction.
   * @throws DomainError IDEMPOTENCY_CONFLICT when the answer's key is not its request's any more; nothing is written then.
   */
  insert(row: Row, answer: KeptAnswer | undefined): Promise<void> {
    // The span of the statement that others share is each one's own.
    return inStatementSpan(this.plain.name, async () => {
      const insertion = { row, answer };
      if (await this.together.ask(insertion)) return;
      // Waits for whoever holds the key.
      const made = await this.write([insertion], this.answered);
      if (made.size === 0) throw claimLost();
    });
  }

  private async insertTogether(insertions: Insertion<Row>[]): Promise<(true | undefined)[]> {
    const made = await this.write(insertions, this.answeredIfFree);
    return insertions.map(({ row }) => made.has(row.id) || undefined);
  }

  /** @returns ids of the rows that were written: all but those whose key is held, or lost. */
  private async write(insertions: Insertion<Row>[], withAnswers: NamedQuery): Promise<Set<string>> {
    const values = this.rows.values(insertions.map(({ row }) => row));
    const answers = insertions.flatMap(({ row, answer }) => (answer ? [{ subject: row.id, answer }] : []));
    const made = await (answers.length === 0
      ? runNamed<{ id: string }>(this.dataSource, this.plain, values)
      : runNamed<{ id: string }>(this.dataSource, withAnswers, [...values, ...answerValues(answers)]));
    return new Set(made.map(({ id }) => id));
  }
}
