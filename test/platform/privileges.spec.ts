import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/runtime/database/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let app: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  app = new Client({ connectionString: database.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await database.drop();
});

describe('migrating again', () => {
  it('works when the application has made sequences of its own for the queue', async () => {
    await app.query('CREATE SEQUENCE bullmq.made_by_the_application');
    const appRole = decodeURIComponent(new URL(database.appUrl).username);
    expect(await migrateDatabase(database.ownerUrl, { appRole })).toEqual([]);
    const { rows } = await app.query(
      "SELECT count(*)::integer AS all, count(*) FILTER (WHERE has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'USAGE'))::integer AS usable FROM pg_sequences",
    );
    expect(rows[0].all).toBeGreaterThan(1);
    expect(rows[0].usable).toBe(rows[0].all);
  });
});
