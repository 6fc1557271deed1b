import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';

type RunStatement = (statement: string, parameters?: unknown[], useStructuredResult?: boolean) => Promise<unknown>;

/**
 * Runs `read` and, between its first statement and the next one, `change`, as another process can do at that moment.
 * @param id the row's id. The first statement with this parameter is the read's first one.
 */
export async function readDuringChange<T>(
  { database, id }: { database: DataSource; id: string },
  read: () => Promise<T>,
  change: () => Promise<unknown>,
): Promise<T> {
  const runner = Object.getPrototypeOf(database.createQueryRunner()) as { query: RunStatement };
  const runStatement = runner.query;
  let isChanged = false;
  const spy = jest.spyOn(runner, 'query').mockImplementation(async function (this: unknown, ...call) {
    const result = await runStatement.apply(this, call);
    if (!isChanged && call[1]?.includes(id)) {
      isChanged = true;
      await change();
    }
    return result;
  });
  try {
    return await read();
  } finally {
    spy.mockRestore();
  }
}
