import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import { payerOf } from '../support/payer.js';
import type { ReceivedRequest } from '../support/receiver.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { ROOT } from './support/code-blocks.js';

const GUIDE = readFileSync(join(ROOT, 'docs/guides/verify.md'), 'utf8');
/** The code block of the guide whose first line ends with this file name. */
const programOf = (name: string): string =>
  [...GUIDE.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, text = '']) => text).find((text) => text.split('\n')[0]?.endsWith(name)) ?? '';

/** For each program of the guide a script that calls its function with the content of input.json and prints the result. */
const CALLERS: Record<string, { command: string; file: string; script: string }> = {
  'verify.mjs': {
    command: process.execPath,
    file: 'call.mjs',
    script: `import { readFileSync } from 'node:fs';
import { isSigned } from './verify.mjs';
const { key, headers, body } = JSON.parse(readFileSync('input.json', 'utf8'));
console.log(isSigned(key, headers, Buffer.from(body)));`,
  },
  'digest.mjs': {
    command: process.execPath,
    file: 'call.mjs',
    script: `import { readFileSync } from 'node:fs';
import { isSigned } from './digest.mjs';
const { key, body } = JSON.parse(readFileSync('input.json', 'utf8'));
console.log(isSigned(key, body));`,
  },
  'verify.py': {
    command: 'python3',
    file: 'call.py',
    script: `import json
from verify import is_signed
given = json.load(open('input.json', encoding='utf-8'))
print(str(is_signed(given['key'], given['headers'], given['body'].encode())).lower())`,
  },
  'digest.py': {
    command: 'python3',
    file: 'call.py',
    script: `import json
from digest import is_signed
given = json.load(open('input.json', encoding='utf-8'))
print(str(is_signed(given['key'], given['body'])).lower())`,
  },
  'verify.php': {
    command: 'php',
    file: 'call.php',
    script: `<?php
require 'verify.php';
['key' => $key, 'headers' => $headers, 'body' => $body] = json_decode(file_get_contents('input.json'), true);
echo isSigned($key, $headers, $body) ? 'true' : 'false';`,
  },
};
const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

let world: World;
let folder: string;
/** Notifications that the gateway sent for an online service and a phone bill service. */
const received: { request: ReceivedRequest; secret: string; key: string }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  world = await startWorld({ ROLE: 'all' });
  const shop = await world.createPartnerShop();
  const { id } = await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Żółw', notifyUrl: shop.receiver.url });
  await world.get(SendTestNotificationService).run(id);
  const body = { amount: 5, amountType: 'gross', control: 'zamówienie "1" | 2.50', returns: { success: 'https://shop.example/?a=1&b=2' } };
  const { transactionId } = ((await shop.create(body)).body as { data: { transactionId: string } }).data;
  await payerOf(world, transactionId).pay();
  const requests = await until(
    () => Promise.resolve(shop.receiver.requests),
    (list) =>
      list.some((request) => request.body.includes('ipn:test')) && list.some((request) => request.body.includes('transaction_db_payed')),
  );
  for (const request of requests) {
    const { bodyKey, webhookSecrets } = await world.get(ServiceKeys).signingKeys(request.body.includes('ipn:test') ? id : shop.serviceId);
    received.push({ request, key: bodyKey, secret: `whsec_${webhookSecrets[0]?.toString('base64')}` });
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.stop();
});

/** The output of a program: `true` or `false`, or the errors if there is no output. */
function outputOf(name: string, input: { key: string; headers: object; body: string }): string {
  const { command, file, script } = CALLERS[name] ?? { command: '', file: '', script: '' };
  for (const [path, text] of [[name, programOf(name)], [file, script], ['input.json', JSON.stringify(input)]] as const) writeFileSync(join(folder, path), text); // prettier-ignore
  const { stdout, stderr } = spawnSync(command, [file], { cwd: folder, encoding: 'utf8', timeout: 300_000 });
  return stdout.trim() || stderr;
}

describe('a program of the guide', () => {
  it.each(Object.keys(CALLERS))('%s is found by this test', (name) => expect(programOf(name)).toMatch(/signed/i));

  for (const [name, { command }] of Object.entries(CALLERS)) {
    const testIfInstalled = isInstalled(command) ? it : it.skip;
    testIfInstalled(`${name} accepts notifications of the gateway, and rejects changed or old ones and those with another key`, () => {
      const isDigest = name.startsWith('digest');
      expect(received.length).toBeGreaterThanOrEqual(3);
      for (const { request, secret, key } of received) {
        const { body, headers } = request;
        const validInput = { key: isDigest ? key : secret, headers, body };
        expect([body, outputOf(name, validInput)]).toEqual([body, 'true']);
        const invalidInputs = [{ ...validInput, body: body.replace(/[0-9](?=[^0-9]*$)/, (digit) => String((Number(digit) + 1) % 10)) }];
        invalidInputs.push({ ...validInput, key: isDigest ? 'another' : 'whsec_AAAA' });
        if (!isDigest)
          invalidInputs.push({
            ...validInput,
            headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) },
          });
        for (const input of invalidInputs) expect(outputOf(name, input)).toBe('false');
      }
      expect(received.some(({ request }) => request.body.includes('"gross":5.00'))).toBe(true);
    });
  }

  it('contains a correct example of a digest', () => {
    const [, text = '', digest = ''] = /```\n(.+)\n([0-9a-f]{64})\n```/.exec(GUIDE) ?? [];
    const [type, id, date, service, nonce, key = ''] = text.split('|');
    const body = JSON.stringify({ type, notification_id: id, date, data: { service_id: service, nonce }, signature: digest });
    expect(outputOf('digest.mjs', { key, headers: {}, body })).toBe('true');
  });
});
