import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { type RunningGateway, startGateway } from '../../src/program/start-gateway.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** The number of pino's level `warn`. */
const WARN_LEVEL = 40;

describe('the gateway in production', () => {
  let database: TestDatabase;
  let log: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    log = '';
  });
  afterEach(() => database.drop());

  function start(settings: NodeJS.ProcessEnv = {}): Promise<RunningGateway> {
    const environment = readEnvironment({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database.appUrl,
      ENCRYPTION_KEYS,
      ...TEST_TIMEOUT_SETTINGS,
      ...settings,
    });
    const databaseUrls = { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() };
    return startGateway(environment, databaseUrls, pino({ level: 'warn' }, { write: (line) => void (log += line) }));
  }

  it('rejects a database that contains the demo partner', async () => {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      await (await start()).stop();
      await client.query("INSERT INTO partner (id, name, demo, created_at) VALUES (gen_random_uuid(), 'Demo Shop', true, now())");
      await expect(start()).rejects.toThrow(/contains the demo partner/);
    } finally {
      await client.end();
    }
  });

  it('runs no sandbox by default, and logs a warning when the sandbox is on', async () => {
    const withoutSandbox = await start();
    expect(withoutSandbox.sandbox).toBeUndefined();
    await withoutSandbox.stop();
    expect(log).not.toContain('sandbox');

    const withSandbox = await start({ SANDBOX: 'on', SANDBOX_PORT: '0', CONNECTOR_SECRET: randomBytes(32).toString('base64') });
    await withSandbox.stop();
    expect(log).toContain('the sandbox is on in production');
  });

  it('logs in one line which products cannot be used and what to do', async () => {
    await (await start()).stop();
    const [line, ...rest] = log.split('\n').filter((text) => text.includes('products cannot be used'));
    expect(rest).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: WARN_LEVEL,
      unserved: [
        expect.stringMatching(/no mobile operator .*docs\/adding-a-connector\.md/),
        expect.stringMatching(/no channel .*docs\/connecting-an-acquirer\.md/),
        expect.stringMatching(/^SMS_CONNECTOR_SECRET is not set.*docs\/connecting-kannel\.md/),
      ],
    });

    log = '';
    await (await start({ SMS_CONNECTOR_SECRET: randomBytes(32).toString('base64') })).stop();
    expect(log).toContain('no channel');
    expect(log).not.toContain('SMS_CONNECTOR_SECRET');

    log = '';
    await (await start({ ROLE: 'worker' })).stop();
    await (await start({ SANDBOX: 'on', SANDBOX_PORT: '0', CONNECTOR_SECRET: randomBytes(32).toString('base64') })).stop();
    expect(log).not.toContain('products cannot be used');
  });
});
