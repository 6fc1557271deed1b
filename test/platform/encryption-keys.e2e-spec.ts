import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { explainStartFailure } from '../../src/program/explain-start-failure.js';
import { startGateway } from '../../src/program/start-gateway.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const key = (version: number): string => `${version}:${Buffer.alloc(32, version).toString('base64')}`;

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`
    INSERT INTO partner (id, name, created_at) VALUES ('0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', 'Shop', now());
    INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
      VALUES ('0f3a9c21', '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', 'directbilling', 'Games', 'service_active', now(), now())`);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** @param version of the encryption key that sealed the service's only signing key. @param validUntil SQL of the end of its overlap. */
async function sealedWith(version: number, validUntil: string): Promise<void> {
  await owner.query('DELETE FROM service_key');
  await owner.query(
    `INSERT INTO service_key (id, service_id, purpose, ciphertext, encryption_key_version, valid_from, valid_until)
     VALUES (gen_random_uuid(), '0f3a9c21', 'ipn', '\\x00', $1, now() - interval '2 days', ${validUntil})`,
    [version],
  );
}

/** @returns what the start says when it is refused. */
async function start(keys: string, role: string): Promise<string | null> {
  const settings = { DATABASE_URL: database.appUrl, PORT: '0', HOST: '127.0.0.1', ROLE: role, ENCRYPTION_KEYS: keys };
  const environment = readEnvironment({ ...settings, SHUTDOWN_GRACE_MS: '0' });
  const opened = { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() };
  try {
    await (await startGateway(environment, opened, pino({ level: 'silent' }))).stop();
    return null;
  } catch (error) {
    return explainStartFailure(error);
  }
}

const REFUSED =
  'The database holds signing keys that were sealed with encryption key version 2, which ENCRYPTION_KEYS does not hold: nothing could be signed with them. Add that key beside the others.';

describe('a signing key that was sealed with a version that ENCRYPTION_KEYS does not hold', () => {
  it.each(['api', 'worker', 'all'])('keeps the role %s from starting, and the sentence names the version', async (role) => {
    await sealedWith(2, 'NULL');
    expect(await start(key(1), role)).toBe(REFUSED);
    expect(await start(`${key(1)},${key(2)}`, role)).toBeNull();
  });

  it('does so while it overlaps with a newer one, and is not missed afterwards', async () => {
    await sealedWith(2, "now() + interval '1 minute'");
    expect(await start(key(1), 'worker')).toBe(REFUSED);
    await sealedWith(2, "now() - interval '1 second'");
    expect(await start(key(1), 'worker')).toBeNull();
  });
});
