import type { DataSource, QueryRunner } from 'typeorm';

const AT_ONCE = 1_000;

/** All of `read` sees the database as it was at one moment, and may only read. For the command line, whose statements are not limited in time. */
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

/** The rows of a statement a part at a time, however many there are. The transaction of `runner` is one of its own. */
export async function* rowsOf<Row>(runner: QueryRunner, text: string, values: unknown[]): AsyncGenerator<Row> {
  await runner.query(`DECLARE statement NO SCROLL CURSOR FOR ${text}`, values);
  for (let more = true; more;) {
    const rows = (await runner.query(`FETCH ${AT_ONCE} FROM statement`)) as Row[];
    yield* rows;
    more = rows.length === AT_ONCE;
  }
  await runner.query('CLOSE statement');
}
