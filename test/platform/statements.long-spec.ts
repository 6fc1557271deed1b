import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type Statement, allStatements } from '../support/statements/statements.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let client: Client;
let statements: Statement[];
beforeAll(async () => {
  statements = await allStatements();
  database = await createTestDatabase();
  client = new Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const refusal = async (text: string): Promise<string | null> => {
  try {
    await client.query(`PREPARE tried AS ${text}`);
    await client.query('DEALLOCATE tried');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

// `.ci/run` runs this file on the embedded server, `.ci/nightly postgres-15` on Debian's.
describe('every statement of the program', () => {
  it('is one of this version of PostgreSQL, of the schema, and of what the application may do', async () => {
    const refused = [];
    for (const { where, text } of statements) {
      const why = await refusal(text);
      if (why !== null) refused.push(`${where}: ${why}`);
    }
    expect(refused).toEqual([]);
  });

  it('is among those that are tried, with a name or without', () => {
    const places = statements.map(({ where }) => where);
    expect(places.length).toBeGreaterThan(250);
    for (const some of ['inspection/delivery-gauges.ts webhook_figures_due', 'files/settlement-files.query.ts'])
      expect(places).toContainEqual(expect.stringContaining(some));
  });

  it('would be found out', async () => {
    expect(await refusal('SELECT nothing_of_the_kind FROM partner')).toMatch(/does not exist/);
  });
});
