import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/http/signed-message.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const SECRET = 'the-secret-of-the-sms-gateway';

let world: World;
let shop: Shop;
let url: URL;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: SECRET, DATABASE_POOL_SIZE: '5' });
  shop = await world.partner();
  url = new URL(world.http.baseUrl);
});
afterAll(() => world.stop());

/** What the server says to these very bytes. */
function raw(text: string): Promise<{ status: number; headers: string; body: string; whole: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(text));
    let said = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    socket.on('error', reject).on('close', () => {
      const [headers = '', body = ''] = said.split('\r\n\r\n');
      resolve({ status: Number(said.split(' ')[1]), headers, body, whole: said });
    });
  });
}
const transactions = (): string => `/directbilling/${shop.serviceId}/transactions`;
const authorised = (): string => `Host: x\r\nAuthorization: Bearer ${shop.token}\r\nConnection: close\r\n`;

describe('a body of somebody who is not known', () => {
  it.each<[string, string, () => string, number]>([
    ['the API without a token', 'POST', () => transactions(), 401],
    ['the API with a wrong token', 'POST', () => transactions(), 401],
    ['a path that there is not', 'POST', () => '/nowhere', 404],
    ['the SMS inbound with a wrong secret', 'POST', () => '/connectors/sms/inbound', 401],
    ['a probe', 'POST', () => '/healthz', 404],
    ['an acquirer that there is not', 'POST', () => '/connectors/channels/nobody/reports', 404],
    ['an operator that there is not', 'POST', () => '/connectors/directbilling/nobody/reports', 404],
    ['reports of an acquirer that are not signed', 'POST', () => '/connectors/channels/sandbox/reports', 401],
    ['reports of an operator that are not signed', 'POST', () => '/connectors/directbilling/orange/reports', 401],
  ])('is not waited for: %s', async (what, method, path, status) => {
    // 200,000 bytes are announced, and none of them ever comes.
    const proof = what.includes('wrong') ? 'Authorization: Bearer wrong\r\nX-Connector-Secret: wrong\r\n' : '';
    const answer = await raw(
      `${method} ${path()} HTTP/1.1\r\nHost: x\r\n${proof}Content-Type: application/json\r\nContent-Length: 200000\r\nConnection: close\r\n\r\n`,
    );
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { success: false }]);
  });

  it('is not even asked for', async () => {
    const answer = await raw(
      `POST ${transactions()} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\nConnection: close\r\n\r\n`,
    );
    expect([answer.status, answer.headers]).toEqual([401, expect.not.stringContaining('100 Continue')]);
    const body = '{"amount":5}';
    const known = await raw(
      `POST ${transactions()} HTTP/1.1\r\n${authorised()}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect([known.status, known.headers.startsWith('HTTP/1.1 100 Continue')]).toEqual([100, true]);
  });
});

describe('a compressed body', () => {
  const bombs: [string, string, Buffer][] = [
    ['gzip', 'gzip', gzipSync('x'.repeat(1_000_000))],
    ['br', 'br', brotliCompressSync('a&'.repeat(131_072))],
    ['deflate', 'deflate', Buffer.from('x')],
    ['several', 'gzip, br', Buffer.from('x')],
  ];
  it.each(bombs)('is refused wherever bodies are read: %s', async (_, encoding, body) => {
    const signed = signMessage('anything', { subject: 'report', body: '' }, new Date());
    const headers = { 'Content-Encoding': encoding, 'Content-Type': 'application/json', 'X-Connector-Secret': SECRET, ...signed };
    for (const [path, token] of [
      [transactions(), shop.token],
      ['/connectors/sms/inbound', undefined],
      ['/connectors/directbilling/orange/reports', undefined],
      ['/connectors/channels/sandbox/reports', undefined],
    ] as const) {
      const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const answer = await fetch(world.http.baseUrl + path, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { ...headers, ...authorization },
      });
      expect([path, answer.status]).toEqual([path, 415]);
    }
    const id = (await shop.create()).body.data.transactionId as string;
    const form = await fetch(`${world.http.baseUrl}/pay/directbilling/${id}/code`, { method: 'POST', body: new Uint8Array(body), headers });
    expect(form.status).toBe(415);
  });

  it('that says it is not compressed is read', async () => {
    const headers = { 'Content-Encoding': 'identity' };
    expect((await shop.post('/transactions', { amount: 5 }, { headers })).status).toBe(200);
  });
});

describe('a body that costs much for few bytes', () => {
  const send = (body: string) => world.http.post(transactions(), { token: shop.token, body });

  it.each([
    ['nested 1,500 levels deep', `{"amount":5,"returns":${'{"success":'.repeat(1500)}1${'}'.repeat(1500)}}`, 'body'],
    ['of 60,000 empty objects where one belongs', `{"amount":5,"returns":[${times(60_000, () => '{}').join()}]}`, 'body'],
    ['of 2,000 empty objects where one belongs', `{"amount":5,"returns":[${times(2_000, () => '{}').join()}]}`, 'returns'],
    ['of 2,000 numbers where a text belongs', `{"amount":5,"description":[${times(2_000, () => '1').join()}]}`, 'description'],
    ['of 1,000 members where a number belongs', `{"amount":{${times(1_000, (i) => `"a${i}":1`).join()}}}`, 'amount'],
  ])('is refused with a sentence: %s', async (_, body, field) => {
    const answer = await send(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it.each(['12.30000000000000000001', '5.000000000000000000000000001', '12345678901234567890'])(
    'is refused and not rounded: %s',
    async (amount) => {
      expect((await send(`{"amount":${amount}}`)).body.errors).toHaveProperty('amount');
    },
  );

  it('stops nobody: 300 of them at once, and partners are served', async () => {
    const bomb = `{"amount":5,"returns":[${times(25_000, () => '{}').join()}]}`;
    const bombs = Promise.all(times(300, async () => (await send(bomb)).status));
    const served = Promise.all(times(20, async () => (await shop.create()).status));
    expect(new Set(await served)).toEqual(new Set([200]));
    expect((await world.http.get('/readyz')).status).toBe(200);
    expect(new Set(await bombs)).toEqual(new Set([422]));
  });

  it('of an SMS gateway has a hundred fields at most', async () => {
    const answer = await world.http.post('/connectors/sms/inbound', {
      body: `${'a&'.repeat(100_000)}id=1`,
      headers: { 'X-Connector-Secret': SECRET, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.text]).toEqual([400, 'The parameter id is missing.']);
  });
});

describe('media types of JSON', () => {
  const create = (type: string | null, body = '{"amount":5}'): Promise<number> =>
    raw(
      `POST ${transactions()} HTTP/1.1\r\n${authorised()}${type === null ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${body.length}\r\n\r\n${body}`,
    ).then(({ status }) => status);

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; charset=us-ascii',
    'application/vnd.api+json',
    'application/ld+json; profile=x; charset=utf-8',
  ])('%s is read', async (type) => expect(await create(type)).toBe(200));

  it.each(['text/plain', 'application/json; charset=utf-16', 'application/jsonp', 'application/xml+jsonx', ' ', 'json'])(
    '%s is not',
    async (type) => expect(await create(type)).toBe(415),
  );

  it('none is read as JSON when it is', async () => {
    expect(await create(null)).toBe(200);
    expect(await create(null, 'amount=5')).toBe(415);
  });
});

describe('a request target in absolute form', () => {
  it('is that of the path, and links stay those of PUBLIC_URL', async () => {
    const answer = await raw(`GET http://evil.example${transactions()}?perPage=1 HTTP/1.1\r\n${authorised()}\r\n`);
    await shop.create();
    await shop.create();
    expect(answer.status).toBe(200);
    const listed = await raw(`GET http://evil.example${transactions()}?perPage=1 HTTP/1.1\r\n${authorised()}\r\n`);
    const { pagination } = JSON.parse(listed.body.slice(listed.body.indexOf('{'), listed.body.lastIndexOf('}') + 1)) as {
      pagination: { links: { next_page: string } };
    };
    expect(pagination.links.next_page).toBe(`https://pay.example.test${transactions()}?perPage=1&page=2`);
  });

  it('leads nowhere else on a page of an error', async () => {
    const page = await raw('GET http://evil.example/pay/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect([page.status, page.body]).toEqual([404, expect.not.stringContaining('evil.example')]);
    const root = await raw('GET http://evil.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(root.status).toBe(404);
  });
});

describe('what is not a request that can be read', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    [
      'an expectation that nobody knows',
      'GET /ip HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      417,
      'EXPECTATION_FAILED',
    ],
  ])('is answered with the envelope of all errors: %s', async (_, text, status, errorCode) => {
    const answer = await raw(text);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { success: false, errorCode }]);
    expect(answer.headers).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/im);
  });

  it('is a body that ends too early', async () => {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(`POST ${transactions()} HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"amount"`);
    socket.end();
    await new Promise((resolve) => socket.on('close', resolve).resume());
    expect((await world.http.get('/readyz')).status).toBe(200);
  });
});

describe('a conditional request', () => {
  it.each<Record<string, string>>([
    { 'If-None-Match': '*' },
    { 'If-None-Match': '"x"' },
    { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  ])('is answered like any other: %j', async (headers) => {
    const answer = await shop.get('/transactions', { headers });
    expect([answer.status, answer.body.success]).toEqual([200, true]);
  });
});

describe('a request of HTTP/1.0 in chunks', () => {
  const smuggled = (): string =>
    `GET /directbilling HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.token}\r\nConnection: close\r\n\r\n`;
  const asking = (version: string): string => `GET /ip HTTP/${version}\r\nHost: x\r\nConnection: keep-alive\r\n`;

  it('ends its connection: what follows may be part of its body, and is not answered', async () => {
    const said = await raw(`${asking('1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled()}`);
    expect([said.status, said.headers.toLowerCase()]).toEqual([200, expect.stringContaining('connection: close')]);
    expect(said.whole.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('is not what keeps a connection of others from its next request', async () => {
    for (const before of [asking('1.0'), `${asking('1.1')}Transfer-Encoding: chunked\r\n`]) {
      const body = before.includes('chunked') ? '0\r\n\r\n' : '';
      const said = await raw(`${before}\r\n${body}${smuggled()}`);
      expect(said.whole.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    }
  });
});
