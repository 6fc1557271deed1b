import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import { FakeAcquirer, attemptResult } from '../payments/support/fake-acquirer.js';
import { level0Shop, type Level0Shop } from '../payments/support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from '../payments/support/payment-shop.js';
import { startWorld, type World } from '../support/world.js';
import { headersOf, type OlderResponse, olderRequest } from './support/older-request.js';

const APPS = [
  { key: '953824', label: 'Bank Dębowy' },
  { key: 'app-2', label: 'Bank Morski' },
];

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let level0: Level0Shop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
  level0 = level0Shop(world, shop);
});
afterAll(() => world.stop());

const pay = async (headers: Record<string, string>, alias: object): Promise<OlderResponse> =>
  olderRequest(world.http.baseUrl, 'POST', `/payment/${shop.serviceId}/blik/level0/${await level0.createUnpaidPayment()}`, {
    headers,
    body: { alias },
  });

it('an older client pays with an alias of several bank apps by sending the numeric key of one app', async () => {
  const alias = { value: 'customer-7', type: 'UID' };
  await level0.registerActiveAlias(alias.value);
  const failure = { outcome: 'failed', reason: 'alias_ambiguous' } as const;
  payments.acquirer.onCode = ({ attempt, submission }) =>
    submission.kind === 'alias' && submission.app === null
      ? attemptResult({ ...failure, next: { kind: 'needsCode', alternatives: APPS }, submission: submission.reference })
      : new FakeAcquirer('fake').onCode({ attempt, submission });

  const [older, strict] = [
    await pay(headersOf.A(shop.shop.token), alias),
    await pay({ Authorization: `Bearer ${shop.shop.token}` }, alias),
  ];
  const keysOf = ({ body }: OlderResponse): unknown[] => body.data.alternatives.map(({ blik_id }: { blik_id: unknown }) => blik_id);
  expect([older.status, older.body.code, keysOf(older)]).toEqual([400, 'ALIAS_NOT_UNIQUE', [953824, 'app-2']]);
  expect([strict.status, keysOf(strict)]).toEqual([400, ['953824', 'app-2']]);

  const withChosenApp = { ...alias, label: 'Shop', blik_id: 953824 };
  expect((await pay({ Authorization: `Bearer ${shop.shop.token}` }, withChosenApp)).status).toBe(422);
  expect((await pay(headersOf.A(shop.shop.token), withChosenApp)).status).toBe(204);
  expect(payments.acquirer.submissions.at(-1)).toMatchObject({
    kind: 'alias',
    value: wireValueOf('UID', shop.serviceId, alias.value),
    app: '953824',
  });
});
