import { afterAll, beforeAll, describe, it } from '@jest/globals';
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
  it('is what the migrations make (npm run docs writes it anew)', async () => {
    const appRole = decodeURIComponent(new URL(database.appUrl).username);
    checkGeneratedFile('docs/schema.sql', await schemaText(client, appRole));
  });
});
