import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { explainStartFailure } from '../../src/program/explain-start-failure.js';
import { startGateway } from '../../src/program/start-gateway.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { runCommandWith } from '../cli/cli-world.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const REJECTION =
  'This database was made by an earlier development version and cannot be brought up to date: delete the data folder of the embedded one (DATA_DIR, by default .data), or give DATABASE_URL a new, empty database.';

let database: TestDatabase;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  settings = { DATABASE_URL: database.appUrl, ENCRYPTION_KEYS, DATABASE_OWNER_URL: database.ownerUrl, ...TEST_TIMEOUT_SETTINGS };
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("DELETE FROM migrations; INSERT INTO migrations (timestamp, name) VALUES (1790000000001, 'Platform1790000000001')");
  await owner.end();
});
afterAll(() => database.drop());

describe('a database of an earlier development version', () => {
  it.each([['migrate'], ['partner', 'list']])('is rejected by "%s %s" with one line that says what to do', async (...command) => {
    await expect(runCommandWith(settings, command.filter(Boolean))).resolves.toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(REJECTION),
    });
    const { err } = await runCommandWith(settings, command.filter(Boolean));
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('is rejected at the start of the gateway', async () => {
    const environment = readEnvironment({ ...settings, PORT: '0', LOG_LEVEL: 'silent' });
    const databaseUrls = { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() };
    const failure: unknown = await startGateway(environment, databaseUrls, pino({ level: 'silent' })).catch((error: unknown) => error);
    expect(explainStartFailure(failure)).toBe(REJECTION);
  });
});
