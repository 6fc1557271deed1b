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

/** The error of PostgreSQL, or null for a valid statement. */
const prepareError = async (text: string): Promise<string | null> => {
  try {
    await client.query(`PREPARE tried AS ${text}`);
    await client.query('DEALLOCATE tried');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

// `.ci/run` runs this file on the embedded server, `.ci/nightly postgres-15` on PostgreSQL 15 of Debian.
describe('every statement of the program', () => {
  it('is valid for this version of PostgreSQL, the schema and the rights of the application', async () => {
    const failures = [];
    for (const { where, text } of statements) {
      const message = await prepareError(text);
      if (message !== null) failures.push(`${where}: ${message}`);
    }
    expect(failures).toEqual([]);
  });

  it('is collected by this test, with or without a name', () => {
    const locations = statements.map(({ where }) => where);
    expect(locations.length).toBeGreaterThan(250);
    for (const location of ['inspection/delivery-gauges.ts webhook_figures_due', 'files/settlement-files.query.ts'])
      expect(locations).toContainEqual(expect.stringContaining(location));
  });

  it('is reported when it is invalid', async () => {
    expect(await prepareError('SELECT nothing_of_the_kind FROM partner')).toMatch(/does not exist/);
  });
});
