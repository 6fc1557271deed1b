import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { serverLogErrors } from '../support/server-log-errors.js';
import { createTestDatabase } from '../support/test-database.js';

async function tablesOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%s.%s', schemaname, tablename) AS name FROM pg_tables ORDER BY 1`,
    );
    return rows.map((row) => row.name).filter((name) => !/^(pg_catalog|information_schema)\./.test(name));
  } finally {
    await client.end();
  }
}

describe('the database of a test file', () => {
  it('is migrated, separate from others, and can be dropped while a client is connected', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(first.name).not.toBe(second.name);
    expect(await tablesOf(first.appUrl)).not.toHaveLength(0);
    expect(await tablesOf(first.ownerUrl)).toEqual(await tablesOf(second.ownerUrl));

    const connectedClient = new Client({ connectionString: first.appUrl });
    connectedClient.on('error', () => undefined);
    await connectedClient.connect();
    await Promise.all([first.drop(), second.drop()]);
    await expect(tablesOf(first.appUrl)).rejects.toThrow('does not exist');
    await connectedClient.end().catch(() => undefined);
  });
});

describe('the errors that are found in the log of the test server', () => {
  it('include deadlocks with their statements', () => {
    const log = [
      '2026-11-22 17:45:22.143 UTC [17] 40P01 ERROR:  deadlock detected',
      '2026-11-22 17:45:22.143 UTC [17] 40P01 DETAIL:  Process 17 waits for ShareLock on transaction 804; blocked by process 18.',
      '\tProcess 18 waits for ShareLock on transaction 803; blocked by process 17.',
      '\tProcess 17: UPDATE t SET id = 2 WHERE id = 2',
      '\tProcess 18: UPDATE t SET id = 1 WHERE id = 1',
      '2026-11-22 17:45:22.143 UTC [17] 40P01 HINT:  See server log for query details.',
      '2026-11-22 17:45:22.150 UTC [19] 42P01 ERROR:  relation "t" does not exist',
    ];
    expect(serverLogErrors(log.join('\n'))).toEqual([log.slice(0, 6).join('\n')]);
    expect(serverLogErrors(log.slice(6).join('\n'))).toEqual([]);
  });

  it('include syntax errors with their statement', () => {
    const log = [
      '2026-11-22 17:45:22.150 UTC [19] 42501 ERROR:  permission denied for table t',
      '2026-11-22 17:45:22.150 UTC [19] 42501 STATEMENT:  SELECT FROM t',
      '2026-11-22 17:45:22.151 UTC [19] 42601 ERROR:  subquery in FROM must have an alias at character 15',
      '2026-11-22 17:45:22.151 UTC [19] 42601 HINT:  For example, FROM (SELECT ...) [AS] foo.',
      '2026-11-22 17:45:22.151 UTC [19] 42601 STATEMENT:  SELECT FROM',
      '\t(SELECT)',
      '2026-11-22 17:45:22.152 UTC [19] 00000 LOG:  checkpoint starting: time',
    ];
    expect(serverLogErrors(log.join('\n'))).toEqual([log.slice(2, 6).join('\n')]);
  });
});
