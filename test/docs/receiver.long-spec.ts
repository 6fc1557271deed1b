import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { freePort } from '../support/free-port.js';
import { createAndPay } from '../support/paid-payment.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { ROOT } from './support/code-blocks.js';

let world: World;
let folder: string;
let program: ChildProcess | undefined;
let output = '';
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  folder = await mkdtemp(join(tmpdir(), 'receiver-'));
});
afterAll(async () => {
  program?.kill();
  await rm(folder, { recursive: true });
  await world.stop();
});

/** The JavaScript block of a document that begins with `// shop.mjs`. */
const programOf = async (document: string): Promise<string | undefined> =>
  /```js\n(\/\/ shop\.mjs\n[\s\S]*?)```/.exec(await readFile(join(ROOT, document), 'utf8'))?.[1];

it('the receiver shop.mjs is the same in the README and in the guide', async () => {
  expect(await programOf('README.md')).toBe(await programOf('docs/guides/notifications.md'));
});

it('the receiver shop.mjs accepts a notification of the gateway, and rejects a wrong signature and an old timestamp', async () => {
  const file = join(folder, 'shop.mjs');
  await writeFile(file, (await programOf('README.md')) ?? '');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { partnerId, token } = await world.createPartnerShop();
  const { id: serviceId } = await world.get(CreateServiceForPayments).run({ partnerId, name: 'Books', notifyUrl: url });
  const [secret] = (await world.get(ServiceKeys).signingKeys(serviceId)).webhookSecrets;
  program = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: `whsec_${secret?.toString('base64')}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  program.stdout?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const post = (headers: Record<string, string>): Promise<number> =>
    fetch(url, { method: 'POST', body: '{}', headers }).then(
      ({ status }) => status,
      () => 0, // The connection fails as long as the receiver does not listen yet.
    );
  await until(
    () => post({}),
    (status) => status === 400,
  );

  const id = await createAndPay({ http: world.http, token, serviceId }, 12.3);
  await until(
    () => Promise.resolve(output),
    (text) => text.includes(`transaction:status_changed ${id} transaction_paid`),
  );
  const unsignedHeaders = (secondsAgo: number) => ({
    'webhook-id': 'a',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000) - secondsAgo),
  });
  const signedHeaders = (secondsAgo: number, key: Buffer | undefined) => {
    const headers = unsignedHeaders(secondsAgo);
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.{}`;
    return {
      ...headers,
      'webhook-signature': `v1,${createHmac('sha256', key ?? '')
        .update(text)
        .digest('base64')}`,
    };
  };
  expect(await post(signedHeaders(0, Buffer.from('another key')))).toBe(400);
  expect(await post(signedHeaders(600, secret))).toBe(400);
});
