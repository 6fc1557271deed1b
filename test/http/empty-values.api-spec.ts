import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { VALID_BODIES } from '../fuzz/support/known-requests.js';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { fillPath, type Ids, PartnerIds } from '../support/areas.js';
import type { HttpResponse } from '../support/http-client.js';
import { isProtected, nameOf, type Route, routesOf } from '../support/routes.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
type Body = Record<string, unknown>;

const DOCUMENT = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { requestBody?: { content: { 'application/json': { schema: Schema } } } }>>;
  components: { schemas: Record<string, Schema> };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(DOCUMENT, 'openapi');

/** The reference to the schema of the body. If the body may also be an empty list, this is the schema of the object. */
function schemaOf({ method, path }: Route): string | undefined {
  const schema = DOCUMENT.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema;
  return [schema, ...(schema?.anyOf ?? [])].find((part) => part?.$ref)?.$ref;
}

/** A member of a body according to the OpenAPI document. */
interface Member {
  path: string;
  optional: boolean;
  isObject: boolean;
}
function membersOf(schema: Schema, prefix = ''): Member[] {
  const { properties = {}, required = [] } = DOCUMENT.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const parts = [property, ...(property.anyOf ?? [])];
    const object = parts.find(({ $ref }) => $ref);
    const list = parts.find(({ items }) => items?.$ref)?.items;
    const path = `${prefix}${name}`;
    return [
      { path, optional: !required.includes(name), isObject: object !== undefined },
      ...(object ? membersOf(object, `${path}.`) : []),
      ...(list ? membersOf(list, `${path}.0.`) : []),
    ];
  });
}

/** A copy of the body with the member at the path replaced. Missing parent objects are created. */
function withMember(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Body>((object, name) => (object[name] ??= {}) as Body, copy);
  parent[last] = value;
  return copy;
}

let world: World;
let shop: Shop;
let own: PartnerIds;
let routes: Route[];
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.createPartnerShop({ silent: true });
  own = await PartnerIds.createForPartner(world, shop);
  routes = routesOf(world).filter((route) => isProtected(route) && schemaOf(route) !== undefined);
});
afterAll(() => world.stop());

/** Members with which the gateway also validates an offered subscription. */
const OFFERING = {
  channels: null,
  directChannel: 'blik-recurrent',
  subscription: { alias: { value: 'offered', type: 'PAYID' }, options: { model: 'O' } },
};

const idsOf = (route: Route): Ids => (isProtected(route) ? own.idsForRoute(route) : {});
const send = (route: Route, body: Body): Promise<HttpResponse> =>
  world.http.send(route.method, fillPath(route, idsOf(route)), {
    headers: { Authorization: `Bearer ${shop.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
/** The parts of a response that do not depend on the created object. */
const comparableParts = ({ status, body }: HttpResponse): unknown => [status, body?.errorCode, body?.errors];

/** Each optional member of each body of all products, according to the OpenAPI document. */
const optionals = (): { route: Route; member: Member; body: Body }[] =>
  routes.flatMap((route) => {
    const knownBody = VALID_BODIES[nameOf(route)]?.(idsOf(route)) ?? {};
    const body = nameOf(route) === 'POST /payment/:serviceId/transactions' ? { ...knownBody, ...OFFERING } : knownBody;
    return membersOf({ $ref: schemaOf(route) ?? '' })
      .filter(({ optional }) => optional)
      .map((member) => ({ route, member, body }));
  });
/** Null would refund everything, and programs print null for the result of a wrong calculation. */
const isRefundAmount = (route: Route, { path }: Member): boolean => route.path.endsWith('/refunds') && path === 'amount';
const isMoney = (path: string): boolean => /(^|\.)(amount|currency)$/.test(path);

describe('an optional member that is an empty text, or an empty list for an object', () => {
  it('is handled like null in every body of every product', async () => {
    expect(new Set(optionals().map(({ route }) => nameOf(route))).size).toBe(routes.length);
    const withoutMoney = optionals().filter(({ member }) => !isMoney(member.path));
    expect(withoutMoney.length).toBeGreaterThan(80);
    for (const { route, member, body } of withoutMoney) {
      const nullResult = comparableParts(await send(route, withMember(body, member.path, null)));
      for (const empty of ['', ...(member.isObject ? [[]] : [])]) {
        const parts = comparableParts(await send(route, withMember(body, member.path, empty)));
        expect([nameOf(route), member.path, empty, parts]).toEqual([nameOf(route), member.path, empty, nullResult]);
      }
    }
  });

  it('is allowed by the OpenAPI document', () => {
    for (const { route, member, body } of optionals()) {
      const validate = ajv.compile({ $ref: `openapi${schemaOf(route)}` });
      const isAllowed = (value: unknown): boolean => validate(withMember(body, member.path, value));
      const label = [nameOf(route), member.path];
      expect([...label, isAllowed(null)]).toEqual([...label, !isRefundAmount(route, member)]);
      expect([...label, isAllowed('')]).toEqual([...label, !isMoney(member.path)]);
      if (member.isObject) expect([...label, isAllowed([]), isAllowed([1])]).toEqual([...label, true, false]);
    }
  });

  it('is rejected for a currency and for the amount of a refund, which would otherwise refund everything', async () => {
    const moneyMembers = optionals().filter(({ member }) => isMoney(member.path));
    expect(moneyMembers.map(({ member }) => member.path)).toEqual(
      expect.arrayContaining(['amount', 'currency', 'options.currency', 'subscription.options.currency']),
    );
    for (const { route, member, body } of moneyMembers) {
      const { status, body: responseBody } = await send(route, withMember(body, member.path, ''));
      expect([member.path, status, Object.keys(responseBody.errors ?? {})]).toEqual([
        member.path,
        422,
        expect.arrayContaining([member.path]),
      ]);
    }
  });

  it('is rejected in a list, and a list with elements is rejected in place of an object', async () => {
    const path = `/payment/${own.idsOfArea('payment')['serviceId']}/transactions`;
    const create = async (body: Body): Promise<unknown> =>
      Object.keys((await world.http.post(path, { token: shop.token, body: { amount: 5, ...body } })).body.errors ?? {});
    expect(await create({ customer: [1] })).toEqual(['customer']);
    expect(await create({ channels: [''] })).toEqual(['channels']);
    expect(await create({ description: [] })).toEqual(['description']);
  });
});

describe('a required member that may be null', () => {
  it('stays an empty text when it is sent as an empty text', async () => {
    const path = `/payment/${own.idsOfArea('payment')['serviceId']}/transactions`;
    const create = (body: Body): Promise<HttpResponse> => world.http.post(path, { token: shop.token, body: { amount: 5, ...body } });
    const billing = { surname: '', street: '', city: '', postalCode: '', country: 'PL', company: '' };
    const cart = [{ name: 'A sword', quantity: 1, price: 5, producer: '', category: '', code: '' }];
    const { body } = await create({ billing, cart });
    const { data } = (await world.http.get(`${path}/${body.data.transactionId}`, { token: shop.token })).body;
    expect([data.billing, data.cart]).toEqual([{ ...billing, company: null }, cart]);
    const rejected = await create({ billing: { ...billing, country: '' }, cart: [{ ...cart[0], name: '' }] });
    expect(Object.keys(rejected.body.errors)).toEqual(['billing.country', 'cart.0.name']);
  });
});

describe('an empty member that counts as absent', () => {
  it('is stored and returned as null in an online payment', async () => {
    const path = `/payment/${own.idsOfArea('payment')['serviceId']}/transactions`;
    const request = {
      amount: 5,
      description: '',
      control: '',
      customer: { name: '', email: '', ip: '', countryCode: '', shopsOwn: '' },
      antifraud: { useragent: '', steamid: '', systemId: '' },
      billing: [],
      shipping: [],
      returns: { success: '', failure: '' },
      directChannel: '',
      channels: '',
      channelTypes: [],
      referer: '',
    };
    const { status, body } = await world.http.post(path, { token: shop.token, body: request });
    expect(status).toBe(200);
    const { data } = (await world.http.get(`${path}/${body.data.transactionId}`, { token: shop.token })).body;
    expect(data).toMatchObject({
      control: null,
      description: null,
      redirect: { success: null, failure: null },
      customer: { name: null, email: null, ip: null, country: null },
      antifraud: { useragent: null, steamid: null, systemId: null },
      billing: null,
      shipping: null,
    });
    const [row] = await world.database.query<Record<string, unknown>[]>(
      'SELECT customer, referer, direct_channel FROM payment_transaction WHERE id = $1',
      [body.data.transactionId],
    );
    // Members that are not in the contract are stored unchanged.
    const customer = { name: null, email: null, ip: null, countryCode: null, shopsOwn: '' };
    expect(row).toEqual({ customer, referer: null, direct_channel: null });
  });

  it('is stored and returned as null in DirectBilling', async () => {
    const { body } = await shop.create({ amountType: '', description: '', control: '', phoneNumber: '', steamid: '', returns: [] });
    const { data } = (await shop.get(`/transactions/${body.data.transactionId}`)).body;
    expect([data.control, data.phoneNumber]).toEqual([null, null]);
    const [row] = await world.database.query<Record<string, unknown>[]>(
      'SELECT amount_type, description, steamid, success_url FROM direct_billing_transaction WHERE id = $1',
      [body.data.transactionId],
    );
    expect(row).toEqual({ amount_type: 'gross', description: null, steamid: null, success_url: null });
  });
});

describe('an empty text in a query', () => {
  it.each(['filter[status]=', 'filter[from]=', 'page=', 'limit=', 'sort='])('is rejected: %s', async (query) => {
    const path = `/payment/${own.idsOfArea('payment')['serviceId']}/transactions?${query}`;
    expect((await world.http.get(path, { token: shop.token })).status).toBe(422);
  });
});
