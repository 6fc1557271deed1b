import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
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
