import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Client } from 'pg';
import { exitCodeOf, explainStartFailure } from '../../src/program/explain-start-failure.js';
import { startGateway } from '../../src/program/start-gateway.js';
import { KeyVault } from '../../src/platform/partners/keys/key-vault.js';
import { type Environment, readEnvironment } from '../../src/runtime/config/environment.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** An entry of ENCRYPTION_KEYS. All bytes of the key are `byte`. */
const key = (version: number, byte = version): string => `${version}:${Buffer.alloc(32, byte).toString('base64')}`;

/** EX_CONFIG of sysexits.h. */
const CONFIGURATION_ERROR = 78;

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

/**
 * Replaces all signing keys of the service by one.
 * @param version of the encryption key that encrypts the signing key
 * @param validUntil an SQL expression
 */
async function storeOnlyKey(version: number, validUntil: string): Promise<void> {
  await owner.query('DELETE FROM service_key');
  await addKey(version, validUntil);
}

async function addKey(version: number, validUntil: string, tamper = (ciphertext: Buffer): Buffer => ciphertext): Promise<void> {
  const vault = new KeyVault({ security: { encryptionKeys: [key(version)] } } as Environment);
  const [id, serviceId, purpose] = [randomUUID(), '0f3a9c21', 'ipn'];
  const { ciphertext } = vault.encrypt('0123456789abcdef', { id, serviceId, purpose });
  await owner.query(
    `INSERT INTO service_key (id, service_id, purpose, ciphertext, encryption_key_version, valid_from, valid_until)
     VALUES ($1, $2, $3, $4, $5, now() - interval '2 days', ${validUntil})`,
    [id, serviceId, purpose, tamper(ciphertext), version],
  );
}

/** @returns the error text of the start, or null if the gateway has started. */
async function start(keys: string, role: string): Promise<string | null> {
  const settings = { DATABASE_URL: database.appUrl, PORT: '0', HOST: '127.0.0.1', ROLE: role, ENCRYPTION_KEYS: keys };
  const environment = readEnvironment({ ...settings, ...TEST_TIMEOUT_SETTINGS, SHUTDOWN_GRACE_MS: '0' });
  const databaseUrls = { appUrl: database.appUrl, ownerUrl: database.ownerUrl, appRole: '', close: () => Promise.resolve() };
  try {
    await (await startGateway(environment, databaseUrls, pino({ level: 'silent' }))).stop();
    return null;
  } catch (error) {
    expect(exitCodeOf(error)).toBe(CONFIGURATION_ERROR);
    return explainStartFailure(error);
  }
}

const VERSION_MISSING =
  'The database contains signing keys that were encrypted with encryption key version 2, which ENCRYPTION_KEYS does not contain. Nothing can be signed with them. Add the encryption key of this version to the others.';

describe('a signing key whose encryption key version is missing in ENCRYPTION_KEYS', () => {
  it.each(['api', 'worker', 'all'])('prevents the start of the role %s with an error that names the version', async (role) => {
    await storeOnlyKey(2, 'NULL');
    expect(await start(key(1), role)).toBe(VERSION_MISSING);
    expect(await start(`${key(1)},${key(2)}`, role)).toBeNull();
  });

  it('prevents the start while the signing key is valid, but not afterwards', async () => {
    await storeOnlyKey(2, "now() + interval '1 minute'");
    expect(await start(key(1), 'worker')).toBe(VERSION_MISSING);
    await storeOnlyKey(2, "now() - interval '1 second'");
    expect(await start(key(1), 'worker')).toBeNull();
  });
});

describe('a version in ENCRYPTION_KEYS with another key than the one that encrypted the signing keys', () => {
  it.each(['api', 'worker', 'all'])('prevents the start of the role %s with an error that says so', async (role) => {
    await storeOnlyKey(2, 'NULL');
    expect(await start(`${key(1)},${key(2, 7)}`, role)).toBe(
      'The database contains signing keys that were encrypted with encryption key version 2, but ENCRYPTION_KEYS contains another key with this version. Nothing can be signed with them. Set the key that encrypted them.',
    );
  });

  it('is not reported when at least one of the signing keys can be decrypted', async () => {
    await storeOnlyKey(2, "now() + interval '1 minute'");
    await addKey(2, 'NULL', (ciphertext) => Buffer.from(ciphertext.map((byte) => byte ^ 1)));
    expect(await start(`${key(1)},${key(2)}`, 'worker')).toBeNull();
  });
});
