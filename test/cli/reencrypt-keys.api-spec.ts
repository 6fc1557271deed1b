import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Environment } from '../../src/runtime/config/environment.js';
import { KeyVault } from '../../src/platform/partners/keys/key-vault.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

/** An entry of ENCRYPTION_KEYS. */
const encryptionKey = (version: number): string => `${version}:${Buffer.alloc(32, version).toString('base64')}`;

let cli: CliWorld;
let database: DataSource;
let service: string;
beforeAll(async () => {
  cli = await startCliWorld();
  database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_OWNER_URL'] }).initialize();
});
afterAll(async () => {
  await database.destroy();
  await cli.drop();
});
beforeEach(async () => {
  await database.query('DELETE FROM service_key');
  await database.query('DELETE FROM panel_invitation');
  cli.env['ENCRYPTION_KEYS'] = encryptionKey(1);
  const partner = (await cli.json('partner', 'create', 'Shop', '--yes')).id;
  service = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Web shop')).id;
});

const signingKeys = async (): Promise<{ key: string }[]> => (await cli.json('service', 'key', service)).keys;

describe('service reencrypt-keys', () => {
  it('re-encrypts every signing key with the first encryption key, so that the old one can be removed', async () => {
    const before = await signingKeys();
    cli.env['ENCRYPTION_KEYS'] = `${encryptionKey(2)},${encryptionKey(1)}`;
    expect(await cli.json('service', 'reencrypt-keys', '--dry-run')).toEqual({ versions: [{ version: 1, keys: 2 }] });
    expect(await cli.json('service', 'reencrypt-keys')).toEqual({ reencrypted: 2, deleted: 0, versions: [{ version: 2, keys: 2 }] });
    cli.env['ENCRYPTION_KEYS'] = encryptionKey(2);
    expect(await signingKeys()).toEqual(before);
    expect(await cli.json('service', 'reencrypt-keys')).toEqual({ reencrypted: 0, deleted: 0, versions: [{ version: 2, keys: 2 }] });
  });

  it('prints what was done, and which encryption keys can be removed', async () => {
    cli.env['ENCRYPTION_KEYS'] = `${encryptionKey(2)},${encryptionKey(1)}`;
    const { out } = await cli.run('service', 'reencrypt-keys');
    expect(out).toContain('2 signing keys were re-encrypted, 0 expired ones deleted.');
    expect(out).toContain('A version of ENCRYPTION_KEYS that is not in this list can be removed.');
  });

  it('counts people’s authenticator secrets with the keys, after they are re-encrypted', async () => {
    cli.env['PANEL_URL'] = 'https://panel.example';
    await cli.json('panel', 'invite', '--email', 'anna@gateway.example', '--role', 'admin');
    cli.env['ENCRYPTION_KEYS'] = `${encryptionKey(2)},${encryptionKey(1)}`;
    expect(await cli.json('service', 'reencrypt-keys')).toEqual({ reencrypted: 3, deleted: 0, versions: [{ version: 2, keys: 3 }] });
  });

  it('lets all processes get a second encryption key before any of them encrypts with it', async () => {
    cli.env['ENCRYPTION_KEYS'] = `${encryptionKey(1)},${encryptionKey(2)}`;
    await cli.json('service', 'rotate-key', service, '--yes');
    expect(await cli.json('service', 'reencrypt-keys', '--dry-run')).toEqual({ versions: [{ version: 1, keys: 4 }] });
  });

  it('deletes only keys whose overlap has ended', async () => {
    await cli.json('service', 'rotate-key', service, '--yes');
    await cli.json('service', 'rotate-key', service, '--purpose', 'ipn', '--yes');
    await database.query(
      "UPDATE service_key SET valid_from = valid_from - interval '2 days', valid_until = now() - interval '1 day' WHERE id IN (SELECT id FROM service_key WHERE valid_until IS NOT NULL ORDER BY id LIMIT 2)",
    );
    const before = await signingKeys();
    expect(await cli.json('service', 'reencrypt-keys')).toMatchObject({ reencrypted: 0, deleted: 2, versions: [{ version: 1, keys: 3 }] });
    expect(await signingKeys()).toEqual(before);
  });

  it('re-encrypts more keys than fit into a batch, also in two commands concurrently', async () => {
    const vault = new KeyVault({ security: { encryptionKeys: [encryptionKey(1)] } } as Environment);
    const ids = Array.from({ length: 1_100 }, () => randomUUID());
    await database.query(
      `INSERT INTO service_key (id, service_id, purpose, ciphertext, encryption_key_version, valid_from, valid_until)
       SELECT id, $3, 'ipn', ciphertext, 1, now(), now() + interval '1 day' FROM unnest($1::uuid[], $2::bytea[]) AS made (id, ciphertext)`,
      [ids, ids.map((id) => vault.encrypt(`secret of ${id}`, { id, serviceId: service, purpose: 'ipn' }).ciphertext), service],
    );
    cli.env['ENCRYPTION_KEYS'] = `${encryptionKey(2)},${encryptionKey(1)}`;
    const results = await Promise.all([cli.json('service', 'reencrypt-keys'), cli.json('service', 'reencrypt-keys')]);
    expect(results.reduce((sum, { reencrypted }) => sum + Number(reencrypted), 0)).toBe(1_102);
    cli.env['ENCRYPTION_KEYS'] = encryptionKey(2);
    const decrypted = (await signingKeys()).map(({ key: signingKey }) => signingKey);
    expect(decrypted).toEqual(expect.arrayContaining(ids.map((id) => `secret of ${id}`)));
  });

  it('stops at a key that it cannot decrypt, and names the missing encryption key', async () => {
    cli.env['ENCRYPTION_KEYS'] = encryptionKey(3);
    const { code, out, err } = await cli.run('service', 'reencrypt-keys');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('encryption key version 1, which is missing in ENCRYPTION_KEYS');
    cli.env['ENCRYPTION_KEYS'] = encryptionKey(1);
    expect(await signingKeys()).toHaveLength(2);
  });
});
