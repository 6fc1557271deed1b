import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { signedBody } from '../../src/platform/webhooks/delivery/body-signature.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

let cli: CliWorld;
let [service, folder, body] = ['', '', ''];
beforeAll(async () => {
  cli = await startCliWorld();
  const partner = (await cli.json('partner', 'create', 'Shop')).id;
  const createService = ['service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Points'];
  service = (await cli.json(...createService, '--notify-url', 'https://shop.example/notify')).id;
  await cli.json('notification', 'test', service);
  const database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_URL'] ?? '' }).initialize();
  const [event] = await database.query('SELECT body AS json, signed_text AS "signedText" FROM webhook_event');
  await database.destroy();
  const { keys } = await cli.json('service', 'key', service);
  body = signedBody(event, keys.find(({ purpose }: { purpose: string }) => purpose === 'ipn').key);
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.drop();
});

async function verifyText(text: string, ...options: string[]) {
  const file = join(folder, 'request.txt');
  await writeFile(file, text);
  return cli.run('notification', 'verify', file, ...options);
}

describe('notification verify', () => {
  it('prints the key that signed a notification and the order of the signed values', async () => {
    const { code, out } = await verifyText(body, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      {
        signature_in_body: 'valid',
        signature_in_headers: 'missing',
        findings: [{ fault: 'right' }],
        signed_by: [{ purpose: 'ipn', valid_until: null }],
        order: ['type', 'notification_id', 'date', 'data.service_id', 'data.nonce'],
      },
    ]);
  });

  it('ends with exit code 1, names the changed value of a notification and says what to do', async () => {
    const { code, out } = await verifyText(body.replace('ipn:test', 'ipn:best'), '--computed', 'something');
    expect(code).toBe(1);
    expect(out).toContain('type was sent as “ipn:test” and is “ipn:best” now');
    expect(out).toContain('→ Verify the raw bytes');
  });

  it('rejects a file that does not exist', async () => {
    expect((await cli.run('notification', 'verify', join(folder, 'nothing'))).code).toBe(2);
  });
});
