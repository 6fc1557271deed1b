import type { DataSource, QueryRunner } from 'typeorm';

const ROWS_PER_FETCH = 1_000;

/** Runs `read` in a read-only transaction with one snapshot. For the command line, whose statements have no time limit. */
export async function* inSnapshot<Row>(database: DataSource, read: (runner: QueryRunner) => AsyncGenerator<Row>): AsyncGenerator<Row> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction('REPEATABLE READ');
    try {
      await runner.query('SET TRANSACTION READ ONLY');
      yield* read(runner);
    } finally {
      await runner.rollbackTransaction();
    }
  } finally {
    await runner.release();
  }
}

/** Reads the rows of a statement through a cursor, in parts. `runner` must be in a transaction. */
export async function* rowsOf<Row>(runner: QueryRunner, text: string, values: unknown[]): AsyncGenerator<Row> {
  await runner.query(`DECLARE statement NO SCROLL CURSOR FOR ${text}`, values);
  for (let hasMore = true; hasMore;) {
    const rows = (await runner.query(`FETCH ${ROWS_PER_FETCH} FROM statement`)) as Row[];
    yield* rows;
    hasMore = rows.length === ROWS_PER_FETCH;
  }
  await runner.query('CLOSE statement');
}
