import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { type RunningGateway, startGateway } from '../../src/program/start-gateway.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { PATIENT } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('the gateway in production', () => {
  let database: TestDatabase;
  let logged: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    logged = '';
  });
  afterEach(() => database.drop());

  function start(settings: NodeJS.ProcessEnv = {}): Promise<RunningGateway> {
    const environment = readEnvironment({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database.appUrl,
      ENCRYPTION_KEYS,
      ...PATIENT,
      ...settings,
    });
    const open = { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() };
    return startGateway(environment, open, pino({ level: 'warn' }, { write: (line) => void (logged += line) }));
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
    const without = await start();
    expect(without.sandbox).toBeUndefined();
    await without.stop();
    expect(logged).not.toContain('sandbox');

    const simulated = await start({ SANDBOX: 'on', SANDBOX_PORT: '0', CONNECTOR_SECRET: randomBytes(32).toString('base64') });
    await simulated.stop();
    expect(logged).toContain('the sandbox is on in production');
  });

  it('logs in one line which products cannot be used and what to do', async () => {
    await (await start()).stop();
    const [line, ...rest] = logged.split('\n').filter((each) => each.includes('products cannot be used'));
    expect(rest).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 40,
      unserved: [
        expect.stringMatching(/no mobile operator .*docs\/adding-a-connector\.md/),
        expect.stringMatching(/no channel .*docs\/connecting-an-acquirer\.md/),
        expect.stringMatching(/^SMS_CONNECTOR_SECRET is not set.*docs\/connecting-kannel\.md/),
      ],
    });

    logged = '';
    await (await start({ SMS_CONNECTOR_SECRET: randomBytes(32).toString('base64') })).stop();
    expect(logged).toContain('no channel');
    expect(logged).not.toContain('SMS_CONNECTOR_SECRET');

    logged = '';
    await (await start({ ROLE: 'worker' })).stop();
    await (await start({ SANDBOX: 'on', SANDBOX_PORT: '0', CONNECTOR_SECRET: randomBytes(32).toString('base64') })).stop();
    expect(logged).not.toContain('products cannot be used');
  });
});
