import type { DataSource, QueryRunner } from 'typeorm';

const AT_ONCE = 1_000;

/** `read` sees the database at one moment and cannot write. For the command line, whose statements have no time limit. */
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

/** Reads the rows of a statement through a cursor, a part at a time. `runner` must be in a transaction. */
export async function* rowsOf<Row>(runner: QueryRunner, text: string, values: unknown[]): AsyncGenerator<Row> {
  await runner.query(`DECLARE statement NO SCROLL CURSOR FOR ${text}`, values);
  for (let more = true; more;) {
    const rows = (await runner.query(`FETCH ${AT_ONCE} FROM statement`)) as Row[];
    yield* rows;
    more = rows.length === AT_ONCE;
  }
  await runner.query('CLOSE statement');
}
