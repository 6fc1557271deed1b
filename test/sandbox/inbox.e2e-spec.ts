import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PUBLIC_VERIFIERS } from '../../src/sandbox/inbox/public-verifiers.js';
import { registerInboxReceiver } from '../../src/sandbox/inbox/register-inbox-receiver.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

const SERVICE = 'e14f8074';
const KEY = 'SERVICE_IPN_KEY';
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandboxWorld();
  await registerInboxReceiver(world.database, { serviceId: SERVICE, ipnKey: KEY, webhookSecret: SECRET });
});
afterAll(() => world.stop());

const unsignedBody = (amounts: string): string =>
  `{"id":"dc261d4f-31ef-4728-bfd6-97bbe2a5ef0a","serviceId":"e14f8074","status":"transaction_db_payed","values":${amounts},` +
  `"returns":{"complete":"https://www.simpay.pl/complete","failure":"https://www.simpay.pl/failure"},"control":"test","number_from":"48123123123","provider":1}`;
const TWO_DECIMALS = unsignedBody('{"net":11.07,"gross":13.62,"partner":5.00}');
const SHORTEST = unsignedBody('{"net":11.07,"gross":13.62,"partner":5}');
/** Digests from the contract that are known to be correct. */
const DIGEST = {
  twoDecimals: '83fac905dbdea7ba155bb56b9e21712aa10ab2efbd9c965ddb9bcbdf047a36cd',
  shortest: 'da306446606318ec14debcadb8167eec2bd3f953e024251ee8f4a3d54baba310',
};
const withSignature = (body: string, signature: string): string => `${body.slice(0, -1)},"signature":"${signature}"}`;

async function send(body: string, options: { id?: string; serviceId?: string; secret?: string; age?: number } = {}): Promise<Response> {
  const { id = `msg_${crypto.randomUUID()}`, serviceId = SERVICE, secret = SECRET, age = 0 } = options;
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return fetch(`${world.sandbox.url}/inbox/${serviceId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,bm9wZQ== v1,${signature}`,
    },
    body,
  });
}

interface ListedNotification {
  id: string;
  subject: string;
  attempts: number;
  latest: { body: string; answer: string; verdict: { signedText: string | null; body: string; header: string; fresh: boolean } };
}
async function newestNotification(): Promise<ListedNotification> {
  const response = await fetch(`${world.sandbox.url}/inbox/notifications.json`);
  const [notification] = (await response.json()) as ListedNotification[];
  if (!notification) throw new Error('The inbox is empty');
  return notification;
}
const chooseResponse = (answer: string): Promise<Response> =>
  fetch(`${world.sandbox.url}/inbox/receivers/${SERVICE}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer }) });

describe('the verification of a received notification', () => {
  it.each([
    ['two decimals', TWO_DECIMALS, DIGEST.twoDecimals, '5.00'],
    ['the shortest form', SHORTEST, DIGEST.shortest, '5'],
  ])('accepts the contract’s signature with amounts in %s', async (_, body, digest, partner) => {
    const signedBody = withSignature(body, digest);
    const response = await send(signedBody);
    expect([response.status, await response.text()]).toEqual([200, 'OK']);
    const { latest, subject } = await newestNotification();
    expect(subject).toBe('transaction_db_payed');
    expect(latest.body).toBe(signedBody);
    expect(latest.verdict).toMatchObject({
      signedText: `dc261d4f-31ef-4728-bfd6-97bbe2a5ef0a|e14f8074|transaction_db_payed|11.07|13.62|${partner}|https://www.simpay.pl/complete|https://www.simpay.pl/failure|test|48123123123|1`,
      body: 'valid',
      header: 'valid',
      fresh: true,
    });
  });

  it('detects a changed amount, a digest of the other amount format and a wrong secret', async () => {
    await send(withSignature(SHORTEST.replace('13.62', '13.63'), DIGEST.shortest));
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'invalid', header: 'valid' });
    await send(withSignature(SHORTEST, DIGEST.twoDecimals));
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'invalid' });
    await send(withSignature(SHORTEST, DIGEST.shortest), { secret: `whsec_${Buffer.alloc(32, 6).toString('base64')}` });
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'valid', header: 'invalid' });
  });

  it('uses the contract’s order for any order of the keys, and omits absent values', async () => {
    const text = 'id|e14f8074|transaction_db_rejected|1.00|1.23|0.70||0';
    const signature = createHash('sha256').update(`${text}|${KEY}`).digest('hex');
    await send(
      `{"provider":0,"number_from":"","signature":"${signature}","values":{"partner":0.70,"gross":1.23,"net":1.00},"status":"transaction_db_rejected","serviceId":"e14f8074","id":"id"}`,
    );
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'valid', signedText: text });
  });

  it('uses the body’s order for all other notifications', async () => {
    const body =
      '{"type":"ipn:test","notification_id":"019736c4-50c3-7108-944c-11a0f9c12b72","date":"2025-06-03T19:08:44+02:00","data":{"service_id":"e65c7519","nonce":"abc"}}';
    await send(withSignature(body, '5e5edabf13049eafbba65ee1487723a51e21e66192452ff74e186e8ff57638b5'));
    expect(await newestNotification()).toMatchObject({ subject: 'ipn:test', latest: { verdict: { body: 'valid' } } });
  });

  it('shows when a signature is missing, a time is old or the keys are unknown', async () => {
    await send(SHORTEST, { age: 400 });
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'missing', fresh: false });
    await send(withSignature(SHORTEST, DIGEST.shortest), { serviceId: 'aaaaaaaa' });
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'no key', header: 'no key' });
    await registerInboxReceiver(world.database, { serviceId: 'aaaaaaaa', ipnKey: KEY, webhookSecret: SECRET });
    expect((await newestNotification()).latest.verdict).toMatchObject({ body: 'valid', header: 'valid' });
  });

  it('keeps the verdict when the keys change later', async () => {
    await send(withSignature(SHORTEST, DIGEST.shortest));
    await registerInboxReceiver(world.database, { serviceId: SERVICE, ipnKey: 'another', webhookSecret: SECRET });
    expect((await newestNotification()).latest.verdict.body).toBe('valid');
    await registerInboxReceiver(world.database, { serviceId: SERVICE, ipnKey: KEY, webhookSecret: SECRET });
  });

  it.each(['', 'nonsense', '[1]', 'null', '"text"', '{"a":', '\u0000'])('does not fail with the body %j', async (body) => {
    expect((await send(body)).status).toBe(200);
    expect(await newestNotification()).toMatchObject({ latest: { body, verdict: { signedText: null, body: 'missing' } } });
  });

  it('does not fail without headers', async () => {
    expect((await fetch(`${world.sandbox.url}/inbox/${SERVICE}`, { method: 'POST', body: SHORTEST })).status).toBe(200);
    expect((await newestNotification()).latest.verdict).toMatchObject({ header: 'missing', fresh: false });
  });

  it('rejects a path that is no service id', async () => {
    for (const path of ['nonsense', 'ABCDEF12', 'e14f80741']) expect((await send(SHORTEST, { serviceId: path })).status).toBe(404);
  });
});

describe('the page of a notification', () => {
  const pageOfNewest = async (): Promise<string> =>
    (await fetch(`${world.sandbox.url}/inbox/notifications/${(await newestNotification()).id}`)).text();
  const verdicts = (page: string): Record<string, string> =>
    Object.fromEntries(
      [...page.matchAll(/<span class="badge \w+">([^<]+): (yes|no)<\/span>/g)].map(([, name = '', verdict = '']) => [name, verdict]),
    );

  it('shows which published libraries would accept the notification', async () => {
    await send(withSignature(TWO_DECIMALS, DIGEST.twoDecimals));
    const twoDecimalsPage = await pageOfNewest();
    expect(twoDecimalsPage).toContain('<h3>Published libraries that would accept it</h3>');
    expect(Object.keys(verdicts(twoDecimalsPage))).toEqual(PUBLIC_VERIFIERS.map(({ name }) => name));
    expect(verdicts(twoDecimalsPage)).toMatchObject({
      'PHP: Laravel package': 'no',
      'Python: simpay-api': 'no',
      'Java: simpay-java-sdk': 'yes',
    });
    await send(withSignature(SHORTEST, DIGEST.shortest));
    const shortest = verdicts(await pageOfNewest());
    expect(shortest).toMatchObject({ 'PHP: Laravel package': 'yes', 'Python: simpay-api': 'yes', 'Java: simpay-java-sdk': 'yes' });
    expect(shortest['Java, Kotlin and Go: libraries 2.1.1']).toBe('no');
  });

  it('shows no libraries when the inbox does not have the key', async () => {
    await send(withSignature(SHORTEST, DIGEST.shortest), { serviceId: 'bbbbbbbb' });
    expect(await pageOfNewest()).not.toContain('Published libraries');
  });
});

describe('the chosen response', () => {
  it.each([
    ['error', 500, 'Something went wrong'],
    ['redirect', 302, ''],
    ['slow', 200, 'OK'],
    ['wrong', 200, 'Thank you'],
    ['gone', 410, 'Gone'],
    ['ok', 200, 'OK'],
  ])('%s has the HTTP status %d', async (answer, status, text) => {
    expect((await chooseResponse(answer)).status).toBe(303);
    const response = await send(withSignature(SHORTEST, DIGEST.shortest));
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect((await newestNotification()).latest.answer).toBe(answer);
  });

  it('cannot be set to an unknown value or from another website', async () => {
    expect((await chooseResponse('constructor')).status).toBe(404);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const body = new URLSearchParams({ answer: 'gone' });
    expect((await fetch(`${world.sandbox.url}/inbox/receivers/${SERVICE}`, { method: 'POST', headers, body })).status).toBe(403);
    expect((await send(SHORTEST)).status).toBe(200);
  });
});

describe('deliveries of one notification', () => {
  it('are grouped, also when they are received concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, () => send(withSignature(SHORTEST, DIGEST.shortest), { id: 'msg_once' })));
    const { id, attempts } = await newestNotification();
    expect(attempts).toBe(8);
    const page = await (await fetch(`${world.sandbox.url}/inbox/notifications/${id}`)).text();
    expect(page.match(/<h2 id="delivery-\d"/g)).toHaveLength(8);
  });
});

describe('the signature check of the inbox', () => {
  const examine = async (fields: Record<string, string>): Promise<string> =>
    (await fetch(`${world.sandbox.url}/inbox/verify`, { method: 'POST', body: new URLSearchParams(fields) })).text();
  const verdictOn = (page: string): string => /<h1 id="verdict">([^<]*)<\/h1>/.exec(page)?.[1] ?? '';

  it('explains why a program rejects a notification', async () => {
    const signedBody = withSignature(TWO_DECIMALS, DIGEST.twoDecimals);
    expect(verdictOn(await examine({ body: signedBody }))).toBe('The notification is signed, and nothing was changed on its way.');
    const page = await examine({ body: JSON.stringify(JSON.parse(signedBody)) });
    expect(verdictOn(page)).toContain('values.partner was sent as 5.00 and is 5 now');
    expect(page).not.toContain(KEY);
  });

  it('has its own page and responds to a body that is no JSON', async () => {
    expect(await (await fetch(`${world.sandbox.url}/inbox/verify`)).text()).toContain('<textarea');
    expect(verdictOn(await examine({ body: '<b>' }))).toBe('The text is not JSON.');
  });
});
