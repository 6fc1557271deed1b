import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { KNOWN_BODIES } from '../fuzz/support/known-requests.js';
import { GATEWAY_SECRET } from '../sms/sms-shop.js';
import { filledPath, type Ids, PartnerIds } from '../support/areas.js';
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

/** Of the object, where a body may be an empty list as well. */
function schemaOf({ method, path }: Route): string | undefined {
  const schema = DOCUMENT.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody?.content['application/json'].schema;
  return [schema, ...(schema?.anyOf ?? [])].find((part) => part?.$ref)?.$ref;
}

/** Members of a body by the document, each with whether it may be left out and whether it is an object. */
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

/** The body with its member of that path replaced. What the path leads through is made where it is not there. */
function changed(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Body>((at, name) => (at[name] ??= {}) as Body, copy);
  parent[last] = value;
  return copy;
}

let world: World;
let shop: Shop;
let own: PartnerIds;
let routes: Route[];
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await world.partner({ silent: true });
  own = await PartnerIds.make(world, shop);
  routes = routesOf(world).filter((route) => isProtected(route) && schemaOf(route) !== undefined);
});
afterAll(() => world.stop());

/** So that an offered subscription is looked at. */
const OFFERING = {
  channels: null,
  directChannel: 'blik-recurrent',
  subscription: { alias: { value: 'offered', type: 'PAYID' }, options: { model: 'O' } },
};

const idsOf = (route: Route): Ids => (isProtected(route) ? own.for(route) : {});
const send = (route: Route, body: Body): Promise<HttpResponse> =>
  world.http.send(route.method, filledPath(route, idsOf(route)), {
    headers: { Authorization: `Bearer ${shop.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
/** The parts of an answer that do not depend on what the request made. */
const saidOf = ({ status, body }: HttpResponse): unknown => [status, body?.errorCode, body?.errors];

/** Each optional member of each body of each product, by the document. */
const optionals = (): { route: Route; member: Member; body: Body }[] =>
  routes.flatMap((route) => {
    const known = KNOWN_BODIES[nameOf(route)]?.(idsOf(route)) ?? {};
    const body = nameOf(route) === 'POST /payment/:serviceId/transactions' ? { ...known, ...OFFERING } : known;
    return membersOf({ $ref: schemaOf(route) ?? '' })
      .filter(({ optional }) => optional)
      .map((member) => ({ route, member, body }));
  });
const isMoney = (path: string): boolean => /(^|\.)(amount|currency)$/.test(path);

describe('an optional member of a body that is an empty text, or an empty list for an object', () => {
  it('is taken as null is, in every body of every product', async () => {
    expect(new Set(optionals().map(({ route }) => nameOf(route))).size).toBe(routes.length);
    const tried = optionals().filter(({ member }) => !isMoney(member.path));
    expect(tried.length).toBeGreaterThan(80);
    for (const { route, member, body } of tried) {
      const absent = saidOf(await send(route, changed(body, member.path, null)));
      for (const empty of ['', ...(member.isObject ? [[]] : [])]) {
        const said = saidOf(await send(route, changed(body, member.path, empty)));
        expect([nameOf(route), member.path, empty, said]).toEqual([nameOf(route), member.path, empty, absent]);
      }
    }
  });

  it('is what the OpenAPI document allows', () => {
    for (const { route, member, body } of optionals()) {
      const validate = ajv.compile({ $ref: `openapi${schemaOf(route)}` });
      const isAllowed = (value: unknown): boolean => validate(changed(body, member.path, value));
      const at = [nameOf(route), member.path];
      expect([...at, isAllowed(null)]).toEqual([...at, true]);
      expect([...at, isAllowed('')]).toEqual([...at, !isMoney(member.path)]);
      if (member.isObject) expect([...at, isAllowed([]), isAllowed([1])]).toEqual([...at, true, false]);
    }
  });

  it('is wrong where it is a currency, or the amount of a refund, which would be everything', async () => {
    const ofMoney = optionals().filter(({ member }) => isMoney(member.path));
    expect(ofMoney.map(({ member }) => member.path)).toEqual(
      expect.arrayContaining(['amount', 'currency', 'options.currency', 'subscription.options.currency']),
    );
    for (const { route, member, body } of ofMoney) {
      const { status, body: answer } = await send(route, changed(body, member.path, ''));
      expect([member.path, status, Object.keys(answer.errors ?? {})]).toEqual([member.path, 422, expect.arrayContaining([member.path])]);
    }
  });

  it('is wrong in a list, and a list with something in it is no object', async () => {
    const path = `/payment/${own.in('payment')['serviceId']}/transactions`;
    const create = async (body: Body): Promise<unknown> =>
      Object.keys((await world.http.post(path, { token: shop.token, body: { amount: 5, ...body } })).body.errors ?? {});
    expect(await create({ customer: [1] })).toEqual(['customer']);
    expect(await create({ channels: [''] })).toEqual(['channels']);
    expect(await create({ description: [] })).toEqual(['description']);
  });
});

describe('what has to be there, be it as null', () => {
  it('is an empty text when it is one', async () => {
    const path = `/payment/${own.in('payment')['serviceId']}/transactions`;
    const create = (body: Body): Promise<HttpResponse> => world.http.post(path, { token: shop.token, body: { amount: 5, ...body } });
    const billing = { surname: '', street: '', city: '', postalCode: '', country: 'PL', company: '' };
    const cart = [{ name: 'A sword', quantity: 1, price: 5, producer: '', category: '', code: '' }];
    const { body } = await create({ billing, cart });
    const { data } = (await world.http.get(`${path}/${body.data.transactionId}`, { token: shop.token })).body;
    expect([data.billing, data.cart]).toEqual([{ ...billing, company: null }, cart]);
    const refused = await create({ billing: { ...billing, country: '' }, cart: [{ ...cart[0], name: '' }] });
    expect(Object.keys(refused.body.errors)).toEqual(['billing.country', 'cart.0.name']);
  });
});

describe('what counts as not given', () => {
  it('is kept and shown as null: in an online payment', async () => {
    const path = `/payment/${own.in('payment')['serviceId']}/transactions`;
    const given = {
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
    const { status, body } = await world.http.post(path, { token: shop.token, body: given });
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
    // What the contract does not name is kept as it is.
    const customer = { name: null, email: null, ip: null, countryCode: null, shopsOwn: '' };
    expect(row).toEqual({ customer, referer: null, direct_channel: null });
  });

  it('is kept and shown as null: in DirectBilling', async () => {
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
  it.each(['filter[status]=', 'filter[from]=', 'page=', 'limit=', 'sort='])('is refused: %s', async (query) => {
    const path = `/payment/${own.in('payment')['serviceId']}/transactions?${query}`;
    expect((await world.http.get(path, { token: shop.token })).status).toBe(422);
  });
});
