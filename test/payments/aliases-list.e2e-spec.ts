import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AliasesQuery } from '../../src/products/payments/subscriptions/aliases/aliases.query.js';
import { startWorld, type World } from '../support/world.js';
import { level0Shop, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld } from './support/payment-shop.js';

let world: World;
let shop: PaymentShop;
let level0: Level0Shop;
const ids: string[] = [];
let payidAliasId: string;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  const payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  level0 = level0Shop(world, shop);
  for (const value of ['one', 'two', 'three']) {
    ids.push(await level0.registerActiveAlias(value, { appKey: `app-of-${value}` }));
    await world.moveTimeForward({ seconds: 2 });
  }
  await level0.unregisterById(ids[1] ?? '');
  payidAliasId = randomUUID();
  await world.asOwner(
    `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, created_at, updated_at)
     VALUES ($1, $2, 'PAYID', 'mandate', 'mandate', 'Club', 'alias_pending_registration', 'fake', false, $3, now() + interval '1 hour', now())`,
    [payidAliasId, shop.serviceId, await shop.createNewPayment()],
  );
  // The list takes its total from counters, which the insert above does not change.
  await world.asOwner(
    `INSERT INTO listing_change (list, status, minute, slot, count)
     SELECT 'payment.aliases:' || service_id, status, date_trunc('minute', created_at, 'UTC'), 0, 1 FROM payment_alias WHERE id = $1`,
    [payidAliasId],
  );
  await level0Shop(world, await payments.openPaymentShop()).registerActiveAlias('one', { appKey: 'app-of-one' });
});
afterAll(() => world.stop());

const valuesOf = async (query: string): Promise<string[]> =>
  (await level0.list(query)).body.data.map(({ value }: { value: string }) => value);

describe('GET …/blik/aliases', () => {
  it('lists the aliases of the service, newest first, with every field of the contract', async () => {
    const { status, body } = await level0.list();
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([payidAliasId, ...ids.toReversed()]);
    expect(body.data[1]).toEqual({
      id: ids[2],
      type: 'UID',
      value: 'three',
      label: 'Label of three',
      blik_key: 'app-of-three',
      status: 'alias_active',
      expires_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
      updated_at: expect.any(String),
    });
    expect(body.pagination).toEqual({
      total: 4,
      count: 4,
      per_page: 20,
      current_page: 1,
      total_pages: 1,
      links: { next_page: null, prev_page: null },
    });
  });

  it('shows a PAYID with its subscription and without a key', async () => {
    const subscriptions = world.get(AliasesQuery);
    const findSubscriptions = subscriptions.findSubscriptions.bind(subscriptions);
    const subscription = {
      id: randomUUID(),
      status: 'subscription_active',
      mode: 'BLIK',
      blik: { model: 'A' as const },
      frequency: '1M',
      initiation_date: null,
      total_amount_limit: 120,
      total_transactions_limit: 12,
      cancelled: null,
      created_at: '2026-11-21T13:05:09+01:00',
      updated_at: '2026-11-21T13:05:09+01:00',
    };
    const calls: unknown[] = [];
    subscriptions.findSubscriptions = (aliasIds) => {
      calls.push(aliasIds);
      return Promise.resolve(new Map([[payidAliasId, subscription as never]]));
    };
    const { body } = await level0.list();
    expect(body.data[0]).toMatchObject({ id: payidAliasId, type: 'PAYID', blik_key: null, subscription });
    expect(body.data.filter((alias: object) => 'subscription' in alias)).toHaveLength(1);
    expect(calls).toEqual([[payidAliasId]]);
    subscriptions.findSubscriptions = findSubscriptions;
  });

  it.each<[string, string[]]>([
    ['?filter[status]=alias_active', ['three', 'one']],
    ['?filter[status]=alias_pending_registration', ['mandate']],
    ['?filter%5Bstatus%5D=alias_expired', []],
    ['?filter[type]=PAYID', ['mandate']],
    ['?filter[type]=UID', ['three', 'two', 'one']],
    ['?filter[value]=two', ['two']],
    ['?filter[value]=tw', []],
    ['?filter[value]=one&filter[status]=alias_unregistered', []],
    ['?filter[type]=UID&filter[status]=alias_unregistered', ['two']],
    ['?filter[uuid]=nonsense', []],
    ['?filter[uuid]=8c1b6a2e-93d4-4f0e-a7c5-2d1e0f9b8a76', []],
    ['?sort=created_at', ['one', 'two', 'three', 'mandate']],
    ['?sort=-created_at&perPage=2', ['mandate', 'three']],
    ['?perPage=2&page=2', ['two', 'one']],
    ['?limit=3&page=2&sort=created_at', ['mandate']],
    ['?page=9', []],
  ])('applies %s', async (query, values) => {
    expect(await valuesOf(query)).toEqual(values);
  });

  it('filters by the id of an alias of either type, combined with other filters', async () => {
    expect(await valuesOf(`?filter[uuid]=${ids[0]}`)).toEqual(['one']);
    expect(await valuesOf(`?filter[uuid]=${payidAliasId}`)).toEqual(['mandate']);
    expect(await valuesOf(`?filter[uuid]=${ids[0]}&filter[value]=two`)).toEqual([]);
    expect((await level0.list(`?filter[uuid]=${ids[0]}&perPage=5`)).body.pagination).toMatchObject({ total: 1, per_page: 5 });
  });

  it.each<[string, string]>([
    ['?filter[status]=active', 'filter.status'],
    ['?filter[type]=payid', 'filter.type'],
    ['?filter[id]=1', 'filter'],
    ['?filter=1', 'filter'],
    ['?perPage=101', 'perPage'],
    ['?perPage=0', 'perPage'],
    ['?page=0', 'page'],
    ['?sort=value', 'sort'],
    [`?filter[value]=${'v'.repeat(129)}`, 'filter.value'],
    [`?filter[uuid]=${'a'.repeat(37)}`, 'filter.uuid'],
  ])('rejects %s with 422 for %s', async (query, field) => {
    const { status, body } = await level0.list(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('responds 404 for a service of another partner', async () => {
    const other = await world.createPartnerShop();
    const response = await world.http.get(`/payment/${shop.serviceId}/blik/aliases`, { token: other.token });
    expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'SERVICE_NOT_FOUND' }]);
  });
});
