import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMessage } from '../../src/common/signed-message.js';
import { toWellFormed } from '../../src/common/validation/well-formed.js';
import { OPERATOR_SECRET, FuzzWorld } from '../fuzz/support/fuzz-world.js';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { isProtected, nameOf, type Route, routesOf } from '../support/routes.js';

/** Lone surrogates and NUL, which PostgreSQL cannot store. `MALFORMED` is for JSON, `MALFORMED_IN_FORMS` for URLs and forms. */
const MALFORMED = ['\ud800', 'a\udc00b', 'a\u0000'];
const MALFORMED_IN_FORMS = ['%ED%A0%80', 'a%ED%B0%80b', 'a%00', '%FF', '%C5'];
const errorsOf = (path: string): string[] => [`The ${path} must be well-formed Unicode text without NUL characters.`];

const VALID_REQUEST = { method: 'own', parameters: [], query: [], headers: {}, credentials: 'right' } as const;

let fuzzed: FuzzWorld;
beforeAll(async () => {
  fuzzed = await FuzzWorld.start();
});
afterAll(() => fuzzed.world.stop());

const routes = (filter: (route: Route) => boolean): Route[] => routesOf(fuzzed.world).filter(filter);
const send = (route: Route, body: string, headers: Record<string, string> = {}) =>
  fuzzed.send(fuzzed.requestOf({ ...VALID_REQUEST, route, body, headers }));

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Copies of the body as JSON. In each copy, one value or one name is malformed. */
function* malformedCopies(
  body: Members,
  createMalformed: () => string,
  parent: Members = body,
  path = '',
): Generator<[json: string, path: string]> {
  for (const [name, value] of Object.entries(parent)) {
    const memberPath = path === '' ? name : `${path}.${name}`;
    parent[name] = createMalformed();
    yield [JSON.stringify(body), memberPath];
    parent[name] = value;
    if (isMembers(value)) yield* malformedCopies(body, createMalformed, value, memberPath);
    if (Array.isArray(parent)) continue;
    const suffix = createMalformed();
    parent[`${name}${suffix}`] = value;
    yield [JSON.stringify(body), toWellFormed(`${memberPath}${suffix}`)];
    delete parent[`${name}${suffix}`];
  }
}

describe('text that is not well-formed Unicode', () => {
  it('is rejected in every field of every body, and in the field’s name', async () => {
    let count = 0;
    for (const route of routes((each) => isProtected(each) && fuzzed.validBodyOf(each) !== null))
      for (const [json, path] of malformedCopies(
        structuredClone(fuzzed.validBodyOf(route) ?? {}),
        () => MALFORMED[count % MALFORMED.length] ?? '',
      )) {
        const { status, body } = await send(route, json);
        expect([nameOf(route), json, status, body.errors]).toEqual([nameOf(route), json, 422, { [path]: errorsOf(path) }]);
        count += 1;
      }
    expect(count).toBeGreaterThan(150);
  });

  it('is rejected anywhere in a body, with an error for each occurrence', async () => {
    const [create] = routes((route) => nameOf(route) === 'POST /payment/:serviceId/transactions');
    if (!create) throw new Error('There is no such route');
    const { body } = await send(
      create,
      '{"amount":5,"unheard":["\\ud800"],"customer":{"email":"\\udfff@example.com","\\u0000":1},"__proto__":"\\u0000"}',
    );
    expect(Object.keys(body.errors)).toEqual(['unheard.0', 'customer.email', 'customer.\ufffd', '__proto__']);
    expect((await send(create, '"\\ud800"')).body.errors).toEqual({ body: errorsOf('body') });
    expect((await send(create, '{"amount":5,"description":"\\ud83c\\udfae \\\\u0000"}')).status).toBe(200);
  });

  it('is rejected in every query that the API reads', async () => {
    const readingRoutes = new Set<string>();
    for (const route of routes((each) => isProtected(each) && each.method === 'GET'))
      for (const text of MALFORMED_IN_FORMS)
        for (const [query, path] of [
          [`x=1&control=${text}`, 'control'],
          [`filter[control]=${text}`, 'filter.control'],
          [`filter%5Bcontrol%5D=${text}`, 'filter.control'],
        ] as const) {
          const { method, path: address, call } = fuzzed.requestOf({ ...VALID_REQUEST, route, body: '' });
          const { status, body } = await fuzzed.send({ method, path: `${address.replace(/\?.*/, '')}?${query}`, call });
          if (status === 200) continue;
          expect([address, query, status, body.errors]).toEqual([address, query, 422, { [path]: errorsOf(path) }]);
          readingRoutes.add(nameOf(route));
        }
    expect(readingRoutes.size).toBeGreaterThanOrEqual(11);
  });

  it('is rejected with a page in every payer’s form', async () => {
    for (const route of routes((each) => each.method === 'POST' && /^\/pay\/.*(?<!return)$/.test(each.path)))
      for (const text of MALFORMED_IN_FORMS)
        for (const form of [`channel=${text}`, `code=123456&x=${text}`, `${text}=1`]) {
          const { status, headers, text: html } = await send(route, form);
          expect([nameOf(route), form, status, headers.get('content-type')]).toEqual([
            nameOf(route),
            form,
            422,
            'text/html; charset=utf-8',
          ]);
          expect(html).toContain('<html lang=');
        }
  });

  it('does not prevent a payer’s page when a bank has added it to the query', async () => {
    for (const route of routes((each) => each.method === 'GET' && /^\/pay\/(?:directbilling\/)?:transactionId$/.test(each.path))) {
      const { path } = fuzzed.requestOf({ ...VALID_REQUEST, route, body: '' });
      for (const text of MALFORMED_IN_FORMS)
        expect((await fuzzed.world.http.get(`${path}?name=Pawe${text}&lang=${text}&stay=1`)).status).toBe(200);
    }
  });

  it('is rejected in a signed callback of an acquirer or an operator', async () => {
    const sendCallback = async (path: string, subject: string, members: object): Promise<unknown[]> => {
      const body = JSON.stringify(members);
      const headers = {
        'Content-Type': 'application/json',
        ...signMessage(OPERATOR_SECRET, { subject: `report ${subject}`, body }, new Date()),
      };
      const response = await fuzzed.world.http.post(path, { body, headers });
      return [response.status, Object.keys(response.body.errors ?? {})];
    };
    for (const text of MALFORMED) {
      const event = { event: 'PAYMENT', eventId: 'e', id: 'p', reference: null, state: 'PAID' };
      for (const [name, path] of [
        ['eventId', 'eventId'],
        ['id', 'providerRef'],
        ['reference', 'reference'],
      ] as const)
        expect([
          text,
          name,
          ...(await sendCallback('/connectors/channels/sandbox/reports', 'acquirer', { ...event, [name]: text })),
        ]).toEqual([text, name, 422, expect.arrayContaining([path])]);
      // Text that is only shown to staff is left out instead.
      expect(await sendCallback('/connectors/channels/sandbox/reports', 'acquirer', { ...event, cause: text })).toEqual([200, []]);
      const charge = { reportId: text, chargeReference: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607', result: 'BOOKED' };
      expect(await sendCallback('/connectors/directbilling/orange/reports', 'orange', charge)).toEqual([422, ['reportId']]);
    }
  });

  it('is replaced in a message that a payer was charged for', async () => {
    const handOver = (type: string, body: string) =>
      fuzzed.world.http.post('/connectors/sms/inbound', { body, headers: { 'X-Connector-Secret': GATEWAY_SECRET, 'Content-Type': type } });
    let sent = 0;
    for (const text of MALFORMED)
      for (const name of ['from', 'to', 'text'])
        expect(
          (
            await handOver(
              'application/json',
              JSON.stringify({ id: `malformed-${(sent += 1)}`, from: '48500600700', to: '7055', text: 'x', [name]: text }),
            )
          ).status,
        ).toBe(200);
    for (const text of MALFORMED_IN_FORMS)
      expect(
        (await handOver('application/x-www-form-urlencoded', `id=malformed-${(sent += 1)}&from=48500600700&to=7055&text=${text}`)).status,
      ).toBe(200);
    const stored = await fuzzed.world.database.query<{ text: string }[]>(
      "SELECT text FROM sms_inbound WHERE message_id LIKE 'malformed-%'",
    );
    expect([stored.length, stored.every(({ text }) => text.isWellFormed())]).toEqual([sent, true]);
    expect((await handOver('application/json', JSON.stringify({ id: '\ud800', from: '1', to: '1' }))).status).toBe(400);
  });

  it('is rejected in the forms of the sandbox', async () => {
    for (const path of ['/clock', '/phone/500600700/write'])
      for (const text of MALFORMED_IN_FORMS) {
        const response = await fetch(`${fuzzed.world.sandbox.url}${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: `amount=1&unit=hours&to=7055&text=${text}`,
        });
        expect([path, text, response.status]).toEqual([path, text, 422]);
      }
  });

  it.each(['\xed\xa0\x80', '\xff', '\xc5\xbc', ''])('is rejected as an Idempotency-Key: %j', async (key) => {
    const [create] = routes((route) => nameOf(route) === 'POST /directbilling/:serviceId/transactions');
    if (!create) throw new Error('There is no such route');
    const { path, call } = fuzzed.requestOf({ ...VALID_REQUEST, route: create, body: '{"amount":5}' });
    const { port, hostname } = new URL(fuzzed.world.http.baseUrl);
    const responseText = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${call.headers?.['Authorization']}\r\nIdempotency-Key: ${key}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"amount":5}',
          'latin1',
        ),
      );
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject).on('close', () => resolve(text));
    });
    expect([responseText.split(' ')[1], responseText]).toEqual(['422', expect.stringContaining('"Idempotency-Key":[')]);
  });
});
