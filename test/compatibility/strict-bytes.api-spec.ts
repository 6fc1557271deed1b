import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { filledPath, PartnerIds } from '../support/areas.js';
import { IDEMPOTENT_POSTS } from '../support/idempotent-posts.js';
import { beginAtNoon } from '../support/noon.js';
import { isProtected, nameOf, type ProtectedRoute, routesOf } from '../support/routes.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { blikOfClients, type BlikOfClients } from './support/blik-of-clients.js';
import { headersOf, type OlderResponse, olderRequest, type OlderRequest } from './support/older-request.js';
import { type SecondGateway, withoutCompatibility } from './support/without-compatibility.js';

const LIMITED = { SMS_CONNECTOR_SECRET: GATEWAY_SECRET };

const SUBSCRIBED = {
  transactionId: '{consent}',
  alias: { value: '{newValue}', type: 'PAYID', label: 'Books' },
  options: { model: 'O' },
};

let world: World;
let off: SecondGateway;
let shop: Shop;
let own: PartnerIds;
let blik: BlikOfClients;
let routes: ProtectedRoute[];
beforeAll(async () => {
  world = await startWorld(LIMITED);
  await beginAtNoon(world);
  off = await withoutCompatibility(world, LIMITED);
  shop = await world.partner();
  own = await PartnerIds.make(world, shop);
  blik = await blikOfClients(world, shop.token, String(own.in('payment')['serviceId']));
  routes = routesOf(world).filter(isProtected);
});
afterAll(async () => {
  await off.stop();
  await world.stop();
});

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });
const bytesOf = ({ status, text, headers }: OlderResponse): unknown[] => [status, text, headers.get('content-length')];
const both = (method: string, path: string, call: OlderRequest = {}): Promise<OlderResponse[]> =>
  Promise.all([world.http.baseUrl, off.baseUrl].map((baseUrl) => olderRequest(baseUrl, method, path, call)));

/** Values that differ from response to response. */
const CHANGING = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"code":"\w+"|(?<=\/link\/)[\w-]{43}|"\d{4}-\d\d-\d\dT[^"]+"/g;
const shapeOf = (text: string): string => text.replace(CHANGING, '#');

describe('a current client gets the same bytes as without client compatibility', () => {
  it('from every GET endpoint', async () => {
    const reading = routes.filter(({ method }) => method === 'GET');
    expect(reading.length).toBeGreaterThan(15);
    for (const route of reading) {
      const query = route.path.endsWith('/calculate') ? '?amount=200' : '';
      const [on, strict] = await both('GET', filledPath(route, own.for(route)) + query, { headers: bearer(shop.token) });
      expect([nameOf(route), ...bytesOf(on!)]).toEqual([nameOf(route), ...bytesOf(strict!)]);
      expect(on!.status).toBe(200);
    }
  });

  it('from every idempotent endpoint, also when the request is repeated at the other gateway', async () => {
    const without = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const previous = world.http.baseUrl;
      Object.assign(world.http, { baseUrl: off.baseUrl });
      return work().finally(() => Object.assign(world.http, { baseUrl: previous }));
    };
    for (const [name, prepare] of Object.entries(IDEMPOTENT_POSTS)) {
      const sender = { shop: await world.partner(), http: world.http, get: world.get };
      const [one, other] = [await prepare(sender), await prepare({ ...sender, shop: await world.partner() })];
      const made = await one.send(`made ${name}`);
      const again = await without(() => one.send(`made ${name}`));
      expect([name, again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([name, made.status, made.text, 'true']);
      const strict = await without(() => other.send(`made ${name}`));
      expect([name, strict.status, shapeOf(strict.text)]).toEqual([name, made.status, shapeOf(made.text)]);
    }
  });

  it.each<[string, string, OlderRequest['body'], number]>([
    ['POST', 'blik/level0/{level0}', { ticket: { T6: '777123' } }, 204],
    ['POST', 'blik/level0/{level0}', { ticket: { T6: '000001' } }, 400],
    ['POST', 'blik/level0/{level0}', {}, 422],
    ['POST', 'blik/subscriptions', { ...SUBSCRIBED, ticket: { T6: '777123' } }, 201],
    ['POST', 'blik/subscriptions', { ...SUBSCRIBED, ticket: { T6: '000001' } }, 400],
    ['POST', 'blik/subscriptions/{modelO}/autopayment', { transactionId: '{charge}' }, 200],
    ['POST', 'blik/subscriptions/{modelO}/autopayment', { transactionId: '{level0}' }, 400],
    ['DELETE', 'blik/aliases/{aliasId}', undefined, 204],
    ['DELETE', 'blik/aliases/00000000-0000-4000-8000-000000000000', undefined, 404],
    ['DELETE', 'blik/aliases', { type: 'UID', value: '{aliasValue}' }, 204],
    ['DELETE', 'blik/aliases', { type: 'UID', value: 'nobody' }, 404],
  ])('from an endpoint that calls an acquirer: %s %s %j', async (method, path, body, status) => {
    const answers: unknown[] = [];
    for (const baseUrl of [world.http.baseUrl, off.baseUrl]) {
      const { target, sent } = await fillCall(path, body);
      const call = { headers: bearer(shop.token), ...(sent !== undefined && { body: sent }) };
      const answer = await olderRequest(baseUrl, method, target, call);
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
      answers.push([shapeOf(answer.text), answer.headers.get('content-length')]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it.each<[string, OlderRequest['body']]>([
    ['blik/level0/{level0}', { ticket: { T6: '000001' } }],
    ['blik/subscriptions', { ...SUBSCRIBED, ticket: { T6: '777123' } }],
    ['blik/subscriptions/{modelO}/autopayment', { transactionId: '{charge}' }],
  ])('from an endpoint that calls an acquirer, when the request is repeated: %s', async (path, body) => {
    const { target, sent } = await fillCall(path, body);
    const call = { headers: { ...bearer(shop.token), 'Idempotency-Key': `called ${path}` }, body: sent };
    const first = await olderRequest(world.http.baseUrl, 'POST', target, call);
    for (const again of await both('POST', target, call)) expect(bytesOf(again)).toEqual(bytesOf(first));
  });

  it('for an idempotency key of another request, or of one that still runs', async () => {
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const headers = { ...bearer(shop.token), 'Idempotency-Key': 'a key for two' };
    const first = { headers, body: { amount: 5 } };
    await olderRequest(world.http.baseUrl, 'POST', path, first);
    const others = await both('POST', path, { headers, body: { amount: 6 } });
    await world.asOwner(`UPDATE idempotency_key SET status = NULL, body = NULL, claimed_at = now() WHERE key = $1`, ['a key for two']);
    const running = await both('POST', path, first);
    for (const [code, [on, strict]] of Object.entries({ VALIDATION_ERROR: others, IDEMPOTENCY_CONFLICT: running })) {
      expect([code, ...bytesOf(on!)]).toEqual([code, ...bytesOf(strict!)]);
      expect(on!.body.errorCode).toBe(code);
      expect(on!.body).not.toHaveProperty('code');
    }
  });

  it.each<[string, string, string, OlderRequest, number, string]>([
    ['an unknown route', 'GET', '/nowhere', {}, 404, 'ROUTE_NOT_FOUND'],
    ['a path that cannot be decoded', 'GET', '/sms/%ff', {}, 404, 'ROUTE_NOT_FOUND'],
    ['too many slashes', 'GET', '//sms', { headers: bearer('wrong') }, 404, 'ROUTE_NOT_FOUND'],
    ['no token', 'GET', '/sms', {}, 401, 'UNAUTHORIZED'],
    ['a wrong token', 'GET', '/sms', { headers: bearer('wrong') }, 401, 'UNAUTHORIZED'],
  ])('for a request without a valid caller: %s', async (_, method, path, call, status, errorCode) => {
    const [on, strict] = await both(method, path, call);
    expect([on!.status, on!.text]).toEqual([status, JSON.stringify({ success: false, errorCode })]);
    expect(bytesOf(on!)).toEqual(bytesOf(strict!));
  });

  it('for every rejected request with a valid token', async () => {
    const { token: unable } = await shop.newToken({ abilities: ['sms.numbers'] });
    const { token: elsewhere } = await shop.newToken({ allowedNetworks: ['192.0.2.1'] });
    const { serviceId } = own.in('payment');
    const unpaid = own.in('payment')['unpaidTransactionId'];
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const known = bearer(shop.token);
    const refused: [number, string, string, OlderRequest][] = [
      [403, 'GET', '/sms', { headers: bearer(unable) }],
      [403, 'GET', '/sms', { headers: bearer(elsewhere) }],
      [404, 'GET', '/sms/ffffffff', { headers: known }],
      [404, 'GET', `${path}/ffffffff`, { headers: known }],
      [404, 'GET', '/sms/numbers/1', { headers: known }],
      [400, 'POST', path, { headers: known, body: '{' }],
      [413, 'POST', path, { headers: known, body: `"${'x'.repeat(300_000)}"` }],
      [415, 'POST', path, { headers: { ...known, 'Content-Type': 'text/plain' }, body: 'x' }],
      [422, 'POST', path, { headers: known, body: { amount: 0.001 } }],
      [422, 'POST', path, { headers: known, body: [] }],
      [422, 'POST', path, { headers: { ...known, 'Idempotency-Key': ' ' }, body: { amount: 5 } }],
      [422, 'GET', `${path}?filter[phone_number]=500600700`, { headers: known }],
      [409, 'POST', `/payment/${serviceId}/transactions/${unpaid}/refunds`, { headers: known }],
      [422, 'POST', `/payment/${serviceId}/transactions`, { headers: known, body: { amount: 5, billing: { postal_code: '00-001' } } }],
    ];
    for (const [status, method, target, call] of refused) {
      const [on, strict] = await both(method, target, call);
      expect([target, ...bytesOf(on!)]).toEqual([target, ...bytesOf(strict!)]);
      expect([target, on!.status]).toEqual([target, status]);
      expect(on!.body).not.toHaveProperty('code');
    }
  });

  it('for a request with an Expect header other than 100-continue', async () => {
    const answers = await Promise.all([
      expecting(world.http.baseUrl),
      expecting(off.baseUrl),
      expecting(world.http.baseUrl, { 'X-SIM-LANG': 'en' }),
    ]);
    expect(answers[0]).toBe(JSON.stringify({ success: false, errorCode: 'EXPECTATION_FAILED' }));
    expect(answers[1]).toBe(answers[0]);
    expect(JSON.parse(answers[2] ?? '')).toMatchObject({
      code: 'EXPECTATION_FAILED',
      errors: {},
      message: expect.stringContaining('Expect'),
    });
  });
});

describe('with client compatibility off', () => {
  it('older clients get the strict responses', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const path = filledPath(route, own.for(route));
      const strict = await olderRequest(off.baseUrl, 'GET', path, { headers: bearer(shop.token) });
      const older = await olderRequest(off.baseUrl, 'GET', path, { headers: headersOf.A(shop.token) });
      expect([nameOf(route), ...bytesOf(older)]).toEqual([nameOf(route), ...bytesOf(strict)]);
    }
    const { token } = await shop.newToken({ compatibility: 'B' });
    const numbers = await olderRequest(off.baseUrl, 'GET', '/sms/numbers', { headers: bearer(token) });
    expect(numbers.text).toBe((await olderRequest(off.baseUrl, 'GET', '/sms/numbers', { headers: bearer(shop.token) })).text);
  });

  it('a password is not accepted as a token', async () => {
    const { status, text } = await olderRequest(off.baseUrl, 'GET', '/sms', { headers: headersOf.B(shop.token) });
    expect([status, text]).toEqual([401, JSON.stringify({ success: false, errorCode: 'UNAUTHORIZED' })]);
  });
});

/** Fills the names in a call. Values that one call uses up are created for it. */
async function fillCall(path: string, body: unknown): Promise<{ target: string; sent: string | undefined }> {
  let text = JSON.stringify([path, body ?? null]);
  for (const [name, make] of Object.entries(blik.fresh)) if (text.includes(`{${name}}`)) text = text.replaceAll(`{${name}}`, await make());
  const [filled, sent] = JSON.parse(text.replace(/\{(\w+)\}/g, (whole, name: string) => blik.ids[name] ?? whole)) as [string, unknown];
  return { target: `/payment/${own.in('payment')['serviceId']}/${filled}`, sent: sent === null ? undefined : JSON.stringify(sent) };
}

function expecting(baseUrl: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/sms`, { headers: { ...headers, Expect: 'a-miracle' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end();
  });
}
