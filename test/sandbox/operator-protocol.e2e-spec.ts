import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/signed-message.js';
import { SECRET, type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandboxWorld();
});
afterAll(() => world.stop());

const HOUR_MS = 3_600_000;

interface RequestOptions {
  secret?: string;
  subject?: string;
  /** Age of the signature at the time of the request. */
  ageMs?: number;
  body?: string;
}

async function post(
  path: string,
  { secret = SECRET, subject = `POST ${path}`, ageMs = 0, body = '{}' }: RequestOptions = {},
): Promise<number> {
  const headers = signMessage(secret, { subject, body }, new Date(Date.now() - ageMs));
  return (await fetch(`${world.sandbox.url}${path}`, { method: 'POST', headers, body })).status;
}
const codeRequestBody = (changes: object = {}): string =>
  JSON.stringify({ codeReference: randomUUID(), phoneNumber: '48600600700', amount: 100, seller: 'Shop', description: null, ...changes });

describe('the operators’ protocol', () => {
  it('accepts a signed request', async () => expect(await post('/operators/play/codes', { body: codeRequestBody() })).toBe(200));

  it.each<[string, RequestOptions]>([
    ['the wrong secret', { secret: 'the-wrong-secret-entirely' }],
    ['a signature for another operator', { subject: 'POST /operators/orange/codes' }],
    ['a signature for another method', { subject: 'GET /operators/play/codes' }],
    ['an old signature', { ageMs: HOUR_MS }],
    ['a signature from the future', { ageMs: -HOUR_MS }],
  ])('responds 401 to %s', async (_, options) =>
    expect(await post('/operators/play/codes', { body: codeRequestBody(), ...options })).toBe(401),
  );

  it('responds 401 to a request without a signature or with a malformed signature', async () => {
    for (const headers of [
      {},
      { 'x-connector-timestamp': '1', 'x-connector-signature': 'zz' },
      { 'x-connector-timestamp': 'NaN', 'x-connector-signature': 'a'.repeat(64) },
    ]) {
      const response = await fetch(`${world.sandbox.url}/operators/play/codes`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: codeRequestBody(),
      });
      expect(response.status).toBe(401);
    }
  });

  it('responds 404 to an operator that is not simulated', async () => {
    for (const name of ['heyah', '__proto__', 'constructor'])
      expect(await post(`/operators/${name}/codes`, { body: codeRequestBody() })).toBe(404);
  });

  it.each([
    ['a body that is no JSON', 'nonsense'],
    ['null', 'null'],
    ['no amount', codeRequestBody({ amount: undefined })],
    ['an amount of zero', codeRequestBody({ amount: 0 })],
    ['half a grosz', codeRequestBody({ amount: 0.5 })],
    ['an amount as text', codeRequestBody({ amount: '100' })],
    ['a foreign number', codeRequestBody({ phoneNumber: '491701234567' })],
    ['no reference', codeRequestBody({ codeReference: '' })],
    ['a null character', codeRequestBody({ seller: 'a\0b' })],
    ['a null character in the description', codeRequestBody({ description: 'a\0b' })],
    ['a description that is a number', codeRequestBody({ description: 7 })],
  ])('responds 400 to %s', async (_, body) => expect(await post('/operators/play/codes', { body })).toBe(400));

  it('responds 413 to a body that is too long', async () =>
    expect(await post('/operators/play/codes', { body: 'x'.repeat(300_000) })).toBe(413));
});
