import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Receiver } from '../support/receiver.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.close();
  await world.stop();
});

const run = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings, PUBLIC_URL: 'https://pay.example.test' }, argv);
interface CreatedPartner {
  id: string;
  token: string;
  abilities: string[];
  services: { id: string; area: string; ipn_key: string; webhook_secret: string; call: string }[];
}

describe('partner create --sells', () => {
  it('creates a partner that can sell: each printed call works, and its program receives notifications', async () => {
    const url = `${receiver.url}/notify`;
    const { out, code } = await run('partner', 'create', 'My shop', '--sells', 'payment, directbilling,sms', '--notify-url', url, '--json');
    const created = JSON.parse(out) as CreatedPartner;
    expect([code, created.services.map(({ area }) => area)]).toEqual([0, ['payment', 'directbilling', 'sms']]);
    for (const { id, call, ipn_key: ipn, webhook_secret: secret } of created.services) {
      expect([ipn, secret]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^whsec_/)]);
      const [, path = '', token] = /^curl -s https:\/\/pay\.example\.test(\S+) -H 'Authorization: Bearer (\S+)'/.exec(call) ?? [];
      const body = / -d '(.*)'$/.exec(call)?.[1];
      const response = await world.http.send(body === undefined ? 'GET' : 'POST', path, { token: token ?? null, ...(body && { body }) });
      expect([path, response.status]).toEqual([expect.stringContaining(id), 200]);
    }
    expect((await run('notification', 'test', created.services[0]?.id ?? '', '--wait')).code).toBe(0);
    expect((await world.http.get('/wallet', { token: created.token })).status).toBe(200);
  });

  it('creates a single service, too, and prints the token, the keys and a call as text', async () => {
    const { out, err } = await run('partner', 'create', 'Second', '--sells', 'sms');
    for (const part of ['Partner', 'Second', 'Token', 'whsec_', 'curl -s']) expect(out).toContain(part);
    expect(err).toContain('hand them over in a safe way');
  });

  it.each([
    [['--sells', 'payments'], '"payments" is not one of sms, directbilling, payment.'],
    [['--notify-url', 'https://shop.example/'], 'Give --sells with it'],
    [['--sells', 'sms', '--notify-url', 'http://10.0.0.1/'], '10.0.0.1'],
  ])('rejects %j before anything is created', async (options, message) => {
    const before = JSON.parse((await run('partner', 'list', '--json')).out) as unknown[];
    const { code, err } = await run('partner', 'create', 'Nobody', ...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(JSON.parse((await run('partner', 'list', '--json')).out)).toHaveLength(before.length);
  });
});

describe('completion', () => {
  /** The completions that bash offers for the last word. */
  const completionsOf = async (...words: string[]): Promise<string[]> => {
    const { out } = await run('completion', 'bash');
    const script = `${out}\nCOMP_WORDS=(gateway ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _gateway; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split(' ');
  };

  it('completes a noun, a command and an option', async () => {
    expect(await completionsOf('part')).toEqual(['partner']);
    expect(await completionsOf('partner', 'cr')).toEqual(['create']);
    expect(await completionsOf('partner', 'create', 'My shop', '--se')).toEqual(['--sells']);
    expect(await completionsOf('sms', 'codes', '')).toContain('upload');
  });
});
