import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { checkGeneratedFile } from '../support/generated-docs.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { schemaText } from './support/schema-text.js';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('docs/schema.sql', () => {
  it('is the result of the migrations (npm run docs writes the file)', async () => {
    const appRole = decodeURIComponent(new URL(database.appUrl).username);
    checkGeneratedFile('docs/schema.sql', await schemaText(client, appRole));
  });

  it('has no function without a search path of its own, so that the caller’s search path does not matter', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = ANY ('{public,sandbox}'::regnamespace[])
         AND NOT EXISTS (SELECT FROM unnest(proconfig) AS setting WHERE setting LIKE 'search_path=%')`,
    );
    expect(rows).toEqual([]);
  });

  it('does not let every role call functions that run as the owner of the schema', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = ANY ('{public,sandbox}'::regnamespace[]) AND prosecdef
         AND EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0)`,
    );
    expect(rows).toEqual([]);
  });
});
