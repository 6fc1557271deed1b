import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { deadlocksIn } from '../support/deadlocks.js';
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
  it('is migrated, its own, and gone after the drop even while somebody is connected', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(one.name).not.toBe(other.name);
    expect(await tablesOf(one.appUrl)).not.toHaveLength(0);
    expect(await tablesOf(one.ownerUrl)).toEqual(await tablesOf(other.ownerUrl));

    const lingering = new Client({ connectionString: one.appUrl });
    lingering.on('error', () => undefined);
    await lingering.connect();
    await Promise.all([one.drop(), other.drop()]);
    await expect(tablesOf(one.appUrl)).rejects.toThrow('does not exist');
    await lingering.end().catch(() => undefined);
  });
});

describe('what the server of the tests had to end', () => {
  it('is told with the statements that waited for each other', () => {
    const log = [
      '2026-11-22 17:45:22.143 UTC [17] ERROR:  deadlock detected',
      '2026-11-22 17:45:22.143 UTC [17] DETAIL:  Process 17 waits for ShareLock on transaction 804; blocked by process 18.',
      '\tProcess 18 waits for ShareLock on transaction 803; blocked by process 17.',
      '\tProcess 17: UPDATE t SET id = 2 WHERE id = 2',
      '\tProcess 18: UPDATE t SET id = 1 WHERE id = 1',
      '2026-11-22 17:45:22.143 UTC [17] HINT:  See server log for query details.',
      '2026-11-22 17:45:22.150 UTC [19] ERROR:  relation "t" does not exist',
    ];
    expect(deadlocksIn(log.join('\n'))).toEqual([log.slice(1, 5).join('\n')]);
    expect(deadlocksIn(log.slice(5).join('\n'))).toEqual([]);
  });
});
