import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { readEnvironment } from '../../src/config/environment.js';
import { startGateway } from '../../src/program/start-gateway.js';
import { createTestDatabase } from '../support/test-database.js';

describe('in production', () => {
  it('a database that holds the demo partner is refused, and nothing is left listening', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    const environment = readEnvironment({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.appUrl,
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    });
    const open = { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() };
    const start = () => startGateway(environment, open, pino({ level: 'silent' }));
    try {
      await (await start()).stop();
      await client.query("INSERT INTO partner (id, name, demo, created_at) VALUES (gen_random_uuid(), 'Demo Shop', true, now())");
      await expect(start()).rejects.toThrow(/holds the demo partner/);
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
