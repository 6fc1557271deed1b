import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { fillPath, PartnerIds } from '../support/areas.js';
import { IDEMPOTENT_POSTS } from '../support/idempotent-posts.js';
import { moveToNoon } from '../support/noon.js';
import { isProtected, nameOf, type ProtectedRoute, routesOf } from '../support/routes.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { createBlikTestData, type BlikTestData } from './support/blik-test-data.js';
import { headersOf, type OlderResponse, olderRequest, type OlderRequest } from './support/older-request.js';
import { type SecondGateway, startSecondGateway } from './support/second-gateway.js';

const SETTINGS = { SMS_CONNECTOR_SECRET: GATEWAY_SECRET };

const SUBSCRIPTION_BODY = {
  transactionId: '{consent}',
  alias: { value: '{newValue}', type: 'PAYID', label: 'Books' },
  options: { model: 'O' },
};

let world: World;
let strictGateway: SecondGateway;
let shop: Shop;
let partnerIds: PartnerIds;
let blik: BlikTestData;
let routes: ProtectedRoute[];
beforeAll(async () => {
  world = await startWorld(SETTINGS);
  await moveToNoon(world);
  strictGateway = await startSecondGateway(world, SETTINGS);
  shop = await world.createPartnerShop();
  partnerIds = await PartnerIds.createForPartner(world, shop);
  blik = await createBlikTestData(world, shop.token, String(partnerIds.idsOfArea('payment')['serviceId']));
  routes = routesOf(world).filter(isProtected);
});
afterAll(async () => {
  await strictGateway.stop();
  await world.stop();
});

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });
const bytesOf = ({ status, text, headers }: OlderResponse): unknown[] => [status, text, headers.get('content-length')];
/** Sends the request with client compatibility on and off. */
const sendToBoth = (method: string, path: string, call: OlderRequest = {}): Promise<OlderResponse[]> =>
  Promise.all([world.http.baseUrl, strictGateway.baseUrl].map((baseUrl) => olderRequest(baseUrl, method, path, call)));

/** Ids, codes, link tokens and times, which differ in each response. */
const VARYING_VALUES = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"code":"\w+"|(?<=\/link\/)[\w-]{43}|"\d{4}-\d\d-\d\dT[^"]+"/g;
const shapeOf = (text: string): string => text.replace(VARYING_VALUES, '#');

/** The list of events ends one second before the present, so two gateways could list different events. Waits until it has all of them. */
async function waitForAllEvents(): Promise<void> {
  const [row] = await world.database.query<{ count: number }[]>(
    'SELECT count(*)::integer AS count FROM webhook_event e JOIN service s ON s.id = e.service_id WHERE s.partner_id = $1',
    [shop.partnerId],
  );
  await until(
    async () => (await world.http.get('/events?perPage=100', { token: shop.token })).body.data.length as number,
    (listed) => listed === row?.count,
  );
}

describe('a current client gets the same bytes as without client compatibility', () => {
  it('from every GET endpoint', async () => {
    const getRoutes = routes.filter(({ method }) => method === 'GET');
    expect(getRoutes.length).toBeGreaterThan(15);
    await waitForAllEvents();
    for (const route of getRoutes) {
      const query = route.path.endsWith('/calculate') ? '?amount=200' : '';
      const [compatibilityOn, compatibilityOff] = await sendToBoth('GET', fillPath(route, partnerIds.idsForRoute(route)) + query, {
        headers: bearer(shop.token),
      });
      expect([nameOf(route), ...bytesOf(compatibilityOn!)]).toEqual([nameOf(route), ...bytesOf(compatibilityOff!)]);
      expect(compatibilityOn!.status).toBe(200);
    }
  });

  it('from every idempotent endpoint, also when the request is repeated at the other gateway', async () => {
    const atStrictGateway = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const previous = world.http.baseUrl;
      Object.assign(world.http, { baseUrl: strictGateway.baseUrl });
      return work().finally(() => Object.assign(world.http, { baseUrl: previous }));
    };
    for (const [name, prepare] of Object.entries(IDEMPOTENT_POSTS)) {
      const sender = { shop: await world.createPartnerShop(), http: world.http, get: world.get };
      const [request, otherRequest] = [await prepare(sender), await prepare({ ...sender, shop: await world.createPartnerShop() })];
      const first = await request.send(`made ${name}`);
      const repeated = await atStrictGateway(() => request.send(`made ${name}`));
      expect([name, repeated.status, repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([
        name,
        first.status,
        first.text,
        'true',
      ]);
      const strict = await atStrictGateway(() => otherRequest.send(`made ${name}`));
      expect([name, strict.status, shapeOf(strict.text)]).toEqual([name, first.status, shapeOf(first.text)]);
    }
  });

  it.each<[string, string, OlderRequest['body'], number]>([
    ['POST', 'blik/level0/{level0}', { ticket: { T6: '777123' } }, 204],
    ['POST', 'blik/level0/{level0}', { ticket: { T6: '000001' } }, 400],
    ['POST', 'blik/level0/{level0}', {}, 422],
    ['POST', 'blik/subscriptions', { ...SUBSCRIPTION_BODY, ticket: { T6: '777123' } }, 201],
    ['POST', 'blik/subscriptions', { ...SUBSCRIPTION_BODY, ticket: { T6: '000001' } }, 400],
    ['POST', 'blik/subscriptions/{modelO}/autopayment', { transactionId: '{charge}' }, 200],
    ['POST', 'blik/subscriptions/{modelO}/autopayment', { transactionId: '{level0}' }, 400],
    ['DELETE', 'blik/aliases/{aliasId}', undefined, 204],
    ['DELETE', 'blik/aliases/00000000-0000-4000-8000-000000000000', undefined, 404],
    ['DELETE', 'blik/aliases', { type: 'UID', value: '{aliasValue}' }, 204],
    ['DELETE', 'blik/aliases', { type: 'UID', value: 'nobody' }, 404],
  ])('from an endpoint that calls an acquirer: %s %s %j', async (method, path, body, status) => {
    const responses: unknown[] = [];
    for (const baseUrl of [world.http.baseUrl, strictGateway.baseUrl]) {
      const { target, sent } = await fillCall(path, body);
      const call = { headers: bearer(shop.token), ...(sent !== undefined && { body: sent }) };
      const response = await olderRequest(baseUrl, method, target, call);
      expect([response.status, response.text]).toEqual([status, expect.any(String)]);
      responses.push([shapeOf(response.text), response.headers.get('content-length')]);
    }
    expect(responses[0]).toEqual(responses[1]);
  });

  it.each<[string, OlderRequest['body']]>([
    ['blik/level0/{level0}', { ticket: { T6: '000001' } }],
    ['blik/subscriptions', { ...SUBSCRIPTION_BODY, ticket: { T6: '777123' } }],
    ['blik/subscriptions/{modelO}/autopayment', { transactionId: '{charge}' }],
  ])('from an endpoint that calls an acquirer, when the request is repeated: %s', async (path, body) => {
    const { target, sent } = await fillCall(path, body);
    const call = { headers: { ...bearer(shop.token), 'Idempotency-Key': `called ${path}` }, body: sent };
    const first = await olderRequest(world.http.baseUrl, 'POST', target, call);
    for (const repeated of await sendToBoth('POST', target, call)) expect(bytesOf(repeated)).toEqual(bytesOf(first));
  });

  it('for an idempotency key of another request, or of one that still runs', async () => {
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const headers = { ...bearer(shop.token), 'Idempotency-Key': 'a key for two' };
    const first = { headers, body: { amount: 5 } };
    await olderRequest(world.http.baseUrl, 'POST', path, first);
    const conflicting = await sendToBoth('POST', path, { headers, body: { amount: 6 } });
    await world.asOwner(`UPDATE idempotency_key SET status = NULL, body = NULL, claimed_at = now() WHERE key = $1`, ['a key for two']);
    const running = await sendToBoth('POST', path, first);
    for (const [code, [compatibilityOn, compatibilityOff]] of Object.entries({
      VALIDATION_ERROR: conflicting,
      IDEMPOTENCY_CONFLICT: running,
    })) {
      expect([code, ...bytesOf(compatibilityOn!)]).toEqual([code, ...bytesOf(compatibilityOff!)]);
      expect(compatibilityOn!.body.errorCode).toBe(code);
      expect(compatibilityOn!.body).not.toHaveProperty('code');
    }
  });

  it.each<[string, string, string, OlderRequest, number, string]>([
    ['an unknown route', 'GET', '/nowhere', {}, 404, 'ROUTE_NOT_FOUND'],
    ['a path that cannot be decoded', 'GET', '/sms/%ff', {}, 404, 'ROUTE_NOT_FOUND'],
    ['too many slashes', 'GET', '//sms', { headers: bearer('wrong') }, 404, 'ROUTE_NOT_FOUND'],
    ['no token', 'GET', '/sms', {}, 401, 'UNAUTHORIZED'],
    ['a wrong token', 'GET', '/sms', { headers: bearer('wrong') }, 401, 'UNAUTHORIZED'],
  ])('for a request without a valid caller: %s', async (_, method, path, call, status, errorCode) => {
    const [compatibilityOn, compatibilityOff] = await sendToBoth(method, path, call);
    expect([compatibilityOn!.status, compatibilityOn!.text]).toEqual([status, JSON.stringify({ success: false, errorCode })]);
    expect(bytesOf(compatibilityOn!)).toEqual(bytesOf(compatibilityOff!));
  });

  it('for every rejected request with a valid token', async () => {
    const { token: withoutAbility } = await shop.newToken({ abilities: ['sms.numbers'] });
    const { token: forOtherAddress } = await shop.newToken({ allowedNetworks: ['192.0.2.1'] });
    const { serviceId } = partnerIds.idsOfArea('payment');
    const unpaid = partnerIds.idsOfArea('payment')['unpaidTransactionId'];
    const path = `/directbilling/${shop.serviceId}/transactions`;
    const authorized = bearer(shop.token);
    const rejectedRequests: [number, string, string, OlderRequest][] = [
      [403, 'GET', '/sms', { headers: bearer(withoutAbility) }],
      [403, 'GET', '/sms', { headers: bearer(forOtherAddress) }],
      [404, 'GET', '/sms/ffffffff', { headers: authorized }],
      [404, 'GET', `${path}/ffffffff`, { headers: authorized }],
      [404, 'GET', '/sms/numbers/1', { headers: authorized }],
      [400, 'POST', path, { headers: authorized, body: '{' }],
      [413, 'POST', path, { headers: authorized, body: `"${'x'.repeat(300_000)}"` }],
      [415, 'POST', path, { headers: { ...authorized, 'Content-Type': 'text/plain' }, body: 'x' }],
      [422, 'POST', path, { headers: authorized, body: { amount: 0.001 } }],
      [422, 'POST', path, { headers: authorized, body: [] }],
      [422, 'POST', path, { headers: { ...authorized, 'Idempotency-Key': ' ' }, body: { amount: 5 } }],
      [422, 'GET', `${path}?filter[phone_number]=500600700`, { headers: authorized }],
      [409, 'POST', `/payment/${serviceId}/transactions/${unpaid}/refunds`, { headers: authorized }],
      [422, 'POST', `/payment/${serviceId}/transactions`, { headers: authorized, body: { amount: 5, billing: { postal_code: '00-001' } } }],
    ];
    for (const [status, method, target, call] of rejectedRequests) {
      const [compatibilityOn, compatibilityOff] = await sendToBoth(method, target, call);
      expect([target, ...bytesOf(compatibilityOn!)]).toEqual([target, ...bytesOf(compatibilityOff!)]);
      expect([target, compatibilityOn!.status]).toEqual([target, status]);
      expect(compatibilityOn!.body).not.toHaveProperty('code');
    }
  });

  it('for a request with an Expect header other than 100-continue', async () => {
    const responses = await Promise.all([
      sendWithExpectHeader(world.http.baseUrl),
      sendWithExpectHeader(strictGateway.baseUrl),
      sendWithExpectHeader(world.http.baseUrl, { 'X-SIM-LANG': 'en' }),
    ]);
    expect(responses[0]).toBe(JSON.stringify({ success: false, errorCode: 'EXPECTATION_FAILED' }));
    expect(responses[1]).toBe(responses[0]);
    expect(JSON.parse(responses[2] ?? '')).toMatchObject({
      code: 'EXPECTATION_FAILED',
      errors: {},
      message: expect.stringContaining('Expect'),
    });
  });
});

describe('with client compatibility off', () => {
  it('older clients get the strict responses', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const path = fillPath(route, partnerIds.idsForRoute(route));
      const strict = await olderRequest(strictGateway.baseUrl, 'GET', path, { headers: bearer(shop.token) });
      const older = await olderRequest(strictGateway.baseUrl, 'GET', path, { headers: headersOf.A(shop.token) });
      expect([nameOf(route), ...bytesOf(older)]).toEqual([nameOf(route), ...bytesOf(strict)]);
    }
    const { token } = await shop.newToken({ compatibility: 'B' });
    const numbers = await olderRequest(strictGateway.baseUrl, 'GET', '/sms/numbers', { headers: bearer(token) });
    expect(numbers.text).toBe((await olderRequest(strictGateway.baseUrl, 'GET', '/sms/numbers', { headers: bearer(shop.token) })).text);
  });

  it('a password is not accepted as a token', async () => {
    const { status, text } = await olderRequest(strictGateway.baseUrl, 'GET', '/sms', { headers: headersOf.B(shop.token) });
    expect([status, text]).toEqual([401, JSON.stringify({ success: false, errorCode: 'UNAUTHORIZED' })]);
  });
});

/** Replaces names in braces by values. Values that only one call can use are created for this call. */
async function fillCall(path: string, body: unknown): Promise<{ target: string; sent: string | undefined }> {
  let text = JSON.stringify([path, body ?? null]);
  for (const [name, create] of Object.entries(blik.createValue))
    if (text.includes(`{${name}}`)) text = text.replaceAll(`{${name}}`, await create());
  const [filled, sent] = JSON.parse(text.replace(/\{(\w+)\}/g, (placeholder, name: string) => blik.ids[name] ?? placeholder)) as [
    string,
    unknown,
  ];
  return {
    target: `/payment/${partnerIds.idsOfArea('payment')['serviceId']}/${filled}`,
    sent: sent === null ? undefined : JSON.stringify(sent),
  };
}

function sendWithExpectHeader(baseUrl: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(`${baseUrl}/sms`, { headers: { ...headers, Expect: 'a-miracle' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}
