import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/signed-message.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const SECRET = 'the-secret-of-the-sms-gateway';

let world: World;
let shop: Shop;
let url: URL;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: SECRET, DATABASE_POOL_SIZE: '5' });
  shop = await world.createPartnerShop();
  url = new URL(world.http.baseUrl);
});
afterAll(() => world.stop());

/** Sends exactly this text and returns the server's response. */
function sendRaw(text: string): Promise<{ status: number; headers: string; body: string; whole: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    socket.on('error', reject).on('close', () => {
      const [headers = '', body = ''] = received.split('\r\n\r\n');
      resolve({ status: Number(received.split(' ')[1]), headers, body, whole: received });
    });
  });
}
const transactions = (): string => `/directbilling/${shop.serviceId}/transactions`;
const authorizedHeaders = (): string => `Host: x\r\nAuthorization: Bearer ${shop.token}\r\nConnection: close\r\n`;

describe('the body of an unauthenticated request', () => {
  it.each<[string, string, () => string, number]>([
    ['the API without a token', 'POST', () => transactions(), 401],
    ['the API with a wrong token', 'POST', () => transactions(), 401],
    ['a path without a route', 'POST', () => '/nowhere', 404],
    ['the SMS inbound with a wrong secret', 'POST', () => '/connectors/sms/inbound', 401],
    ['a probe', 'POST', () => '/healthz', 404],
    ['an unknown acquirer', 'POST', () => '/connectors/channels/nobody/reports', 404],
    ['an unknown operator', 'POST', () => '/connectors/directbilling/nobody/reports', 404],
    ['unsigned callbacks of an acquirer', 'POST', () => '/connectors/channels/sandbox/reports', 401],
    ['unsigned callbacks of an operator', 'POST', () => '/connectors/directbilling/orange/reports', 401],
  ])('is not waited for: %s', async (description, method, path, status) => {
    // The request announces 200,000 bytes and never sends them.
    const credentials = description.includes('wrong') ? 'Authorization: Bearer wrong\r\nX-Connector-Secret: wrong\r\n' : '';
    const response = await sendRaw(
      `${method} ${path()} HTTP/1.1\r\nHost: x\r\n${credentials}Content-Type: application/json\r\nContent-Length: 200000\r\nConnection: close\r\n\r\n`,
    );
    expect([response.status, JSON.parse(response.body)]).toMatchObject([status, { success: false }]);
  });

  it('is not requested with 100 Continue', async () => {
    const response = await sendRaw(
      `POST ${transactions()} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\nConnection: close\r\n\r\n`,
    );
    expect([response.status, response.headers]).toEqual([401, expect.not.stringContaining('100 Continue')]);
    const body = '{"amount":5}';
    const authenticated = await sendRaw(
      `POST ${transactions()} HTTP/1.1\r\n${authorizedHeaders()}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect([authenticated.status, authenticated.headers.startsWith('HTTP/1.1 100 Continue')]).toEqual([100, true]);
  });
});

describe('a compressed body', () => {
  const bombs: [string, string, Buffer][] = [
    ['gzip', 'gzip', gzipSync('x'.repeat(1_000_000))],
    ['br', 'br', brotliCompressSync('a&'.repeat(131_072))],
    ['deflate', 'deflate', Buffer.from('x')],
    ['several', 'gzip, br', Buffer.from('x')],
  ];
  it.each(bombs)('is rejected wherever bodies are read: %s', async (_, encoding, body) => {
    const signed = signMessage('anything', { subject: 'report', body: '' }, new Date());
    const headers = { 'Content-Encoding': encoding, 'Content-Type': 'application/json', 'X-Connector-Secret': SECRET, ...signed };
    for (const [path, token] of [
      [transactions(), shop.token],
      ['/connectors/sms/inbound', undefined],
      ['/connectors/directbilling/orange/reports', undefined],
      ['/connectors/channels/sandbox/reports', undefined],
    ] as const) {
      const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const response = await fetch(world.http.baseUrl + path, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { ...headers, ...authorization },
      });
      expect([path, response.status]).toEqual([path, 415]);
    }
    const id = (await shop.create()).body.data.transactionId as string;
    const form = await fetch(`${world.http.baseUrl}/pay/directbilling/${id}/code`, { method: 'POST', body: new Uint8Array(body), headers });
    expect(form.status).toBe(415);
  });

  it('is read when its Content-Encoding is identity', async () => {
    const headers = { 'Content-Encoding': 'identity' };
    expect((await shop.post('/transactions', { amount: 5 }, { headers })).status).toBe(200);
  });
});

describe('a small body that is expensive to process', () => {
  const send = (body: string) => world.http.post(transactions(), { token: shop.token, body });

  it.each([
    ['nested 1,500 levels deep', `{"amount":5,"returns":${'{"success":'.repeat(1500)}1${'}'.repeat(1500)}}`, 'body'],
    ['with 60,000 empty objects in place of one', `{"amount":5,"returns":[${times(60_000, () => '{}').join()}]}`, 'body'],
    ['with 2,000 empty objects in place of one', `{"amount":5,"returns":[${times(2_000, () => '{}').join()}]}`, 'returns'],
    ['with 2,000 numbers in place of a text', `{"amount":5,"description":[${times(2_000, () => '1').join()}]}`, 'description'],
    ['with 1,000 members in place of a number', `{"amount":{${times(1_000, (i) => `"a${i}":1`).join()}}}`, 'amount'],
  ])('is rejected with an error message: %s', async (_, body, field) => {
    const response = await send(body);
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
  });

  it.each(['12.3000000010000000001', '5.000000001000000000000000000000001', '12345678901234567890'])(
    'is rejected instead of rounding its amount: %s',
    async (amount) => {
      expect((await send(`{"amount":${amount}}`)).body.errors).toHaveProperty('amount');
    },
  );

  it('does not block requests of partners when it is sent 300 times concurrently', async () => {
    const bomb = `{"amount":5,"returns":[${times(25_000, () => '{}').join()}]}`;
    const bombs = Promise.all(times(300, async () => (await send(bomb)).status));
    const otherStatuses = Promise.all(times(20, async () => (await shop.create()).status));
    expect(new Set(await otherStatuses)).toEqual(new Set([200]));
    expect((await world.http.get('/readyz')).status).toBe(200);
    expect(new Set(await bombs)).toEqual(new Set([422]));
  });

  it('of an SMS gateway is read up to a hundred fields', async () => {
    const response = await world.http.post('/connectors/sms/inbound', {
      body: `${'a&'.repeat(100_000)}id=1`,
      headers: { 'X-Connector-Secret': SECRET, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([response.status, response.text]).toEqual([400, 'The parameter id is missing.']);
  });
});

describe('a JSON body with the Content-Type', () => {
  const create = (type: string | null, body = '{"amount":5}'): Promise<number> =>
    sendRaw(
      `POST ${transactions()} HTTP/1.1\r\n${authorizedHeaders()}${type === null ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${body.length}\r\n\r\n${body}`,
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
  ])('%s is accepted', async (type) => expect(await create(type)).toBe(200));

  it.each(['text/plain', 'application/json; charset=utf-16', 'application/jsonp', 'application/xml+jsonx', ' ', 'json'])(
    '%s is rejected',
    async (type) => expect(await create(type)).toBe(415),
  );

  it('missing is accepted when the body is JSON', async () => {
    expect(await create(null)).toBe(200);
    expect(await create(null, 'amount=5')).toBe(415);
  });
});

describe('a request target in absolute form', () => {
  it('is handled like its path, and links in the response still begin with PUBLIC_URL', async () => {
    const response = await sendRaw(`GET http://evil.example${transactions()}?perPage=1 HTTP/1.1\r\n${authorizedHeaders()}\r\n`);
    await shop.create();
    await shop.create();
    expect(response.status).toBe(200);
    const listed = await sendRaw(`GET http://evil.example${transactions()}?perPage=1 HTTP/1.1\r\n${authorizedHeaders()}\r\n`);
    const { pagination } = JSON.parse(listed.body.slice(listed.body.indexOf('{'), listed.body.lastIndexOf('}') + 1)) as {
      pagination: { links: { next_page: string } };
    };
    expect(pagination.links.next_page).toBe(`https://pay.example.test${transactions()}?perPage=1&page=2`);
  });

  it('does not appear on an error page', async () => {
    const page = await sendRaw('GET http://evil.example/pay/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect([page.status, page.body]).toEqual([404, expect.not.stringContaining('evil.example')]);
    const root = await sendRaw('GET http://evil.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(root.status).toBe(404);
  });
});

describe('an unreadable request', () => {
  it.each([
    ['text that is not HTTP', 'HELLO\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['an unknown expectation', 'GET /ip HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 417, 'EXPECTATION_FAILED'],
  ])('gets a response with the envelope of all errors: %s', async (_, text, status, errorCode) => {
    const response = await sendRaw(text);
    expect([response.status, JSON.parse(response.body)]).toMatchObject([status, { success: false, errorCode }]);
    expect(response.headers).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/im);
  });

  it('whose body ends too early does not harm the server', async () => {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(
      `POST ${transactions()} HTTP/1.1\r\n${authorizedHeaders()}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"amount"`,
    );
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
  ])('gets the same response as any other request: %j', async (headers) => {
    const response = await shop.get('/transactions', { headers });
    expect([response.status, response.body.success]).toEqual([200, true]);
  });
});

describe('a chunked HTTP/1.0 request', () => {
  const secondRequest = (): string =>
    `GET /directbilling HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.token}\r\nConnection: close\r\n\r\n`;
  const requestHead = (version: string): string => `GET /ip HTTP/${version}\r\nHost: x\r\nConnection: keep-alive\r\n`;

  it('ends its connection, and the next request on the connection gets no response because it may be part of the body', async () => {
    const received = await sendRaw(`${requestHead('1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${secondRequest()}`);
    expect([received.status, received.headers.toLowerCase()]).toEqual([200, expect.stringContaining('connection: close')]);
    expect(received.whole.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('is the only case: other requests with HTTP/1.0 or with chunks keep their connection open', async () => {
    for (const before of [requestHead('1.0'), `${requestHead('1.1')}Transfer-Encoding: chunked\r\n`]) {
      const body = before.includes('chunked') ? '0\r\n\r\n' : '';
      const received = await sendRaw(`${before}\r\n${body}${secondRequest()}`);
      expect(received.whole.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    }
  });
});
