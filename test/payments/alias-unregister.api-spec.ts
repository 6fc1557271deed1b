import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import type { PaymentAlias } from '../../src/products/payments/blik-aliases/payment-alias.entity.js';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import { dateInYears } from '../support/days-ahead.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop, stopAliasPolls } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { aliasResult, FakeAcquirer } from './support/fake-acquirer.js';
import { pollAliases, level0Shop, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

const EVENT = 'blik:alias_status_changed';
const NOT_FOUND = [404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }];

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
let level0: Level0Shop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  ({ acquirer, shop, level0 } = await createLevel0Shop(world, payments));
});
afterEach(() => stopAliasPolls(world));

const registerPending = async (value = 'customer-7'): Promise<string> => {
  await level0.pay(await level0.createUnpaidPayment(), { ticket: { T6: '777123' }, alias: { value, type: 'UID', label: 'l' } });
  return (await level0.listAliasRows()).at(-1)?.id ?? '';
};

/** Inserts a pending alias of type PAYID, the type that subscriptions have. */
const insertPayid = async (value: string): Promise<string> => {
  const id = randomUUID();
  await world.asOwner(
    `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, created_at, updated_at)
     VALUES ($1, $2, 'PAYID', $3, $3, 'l', 'alias_pending_registration', 'fake', false, $4, now(), now())`,
    [id, shop.serviceId, value, await shop.createNewPayment()],
  );
  return id;
};

describe.each(['the id in the path', 'the uuid in the body', 'value and type in the body'])('DELETE …/blik/aliases by %s', (by) => {
  const remove = (id: string, value: string, more = {}) => {
    if (by.startsWith('the id')) return level0.unregisterById(id, Object.keys(more).length > 0 ? more : undefined);
    return level0.unregisterWith(
      by.startsWith('the uuid') ? { uuid: id, value: null, ...more } : { value, type: 'UID', uuid: null, ...more },
    );
  };

  it('responds 204, unregisters the alias immediately for the partner, and at the acquirer with the next poll', async () => {
    const id = await level0.registerActiveAlias('customer-7', {
      appKey: 'app-1',
      providerRef: `theirs-${by}`,
      expiresAt: new Date(`${dateInYears(9)}T12:00:00Z`),
    });
    const response = await remove(id, 'customer-7', { reason: 'Asked by e-mail' });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await level0.listAliasRows()).toMatchObject([{ status: 'unregistered', closedBy: 'partner', reason: 'Asked by e-mail' }]);
    expect((await level0.list()).body.data).toMatchObject([{ id, status: 'alias_unregistered', expires_at: null, blik_key: 'app-1' }]);
    expect((await level0.readNotifications(EVENT)).map(({ status }) => status)).toEqual(['alias_active', 'alias_unregistered']);
    expect(acquirer.unregistered).toEqual([]);
    await pollAliases(world);
    expect(acquirer.unregistered).toMatchObject([{ value: wireValueOf('UID', shop.serviceId, 'customer-7'), providerRef: `theirs-${by}` }]);
    await pollAliases(world);
    expect([acquirer.unregistered.length, (await level0.listAliasRows())[0]?.nextPollAt]).toEqual([1, null]);
  });

  it('responds 204 to a repetition and changes nothing', async () => {
    const id = await level0.registerActiveAlias('customer-7');
    await remove(id, 'customer-7', { reason: 'first' });
    expect((await remove(id, 'customer-7', { reason: 'second' })).status).toBe(204);
    expect(await level0.listAliasRows()).toMatchObject([{ reason: 'first' }]);
    expect(await level0.readNotifications(EVENT)).toHaveLength(2);
  });

  it('unregisters a pending alias, and calls the acquirer again if the payer confirms the alias afterwards', async () => {
    const id = await registerPending();
    expect((await remove(id, 'customer-7')).status).toBe(204);
    acquirer.onUnregister = () => ({ outcome: 'not_found' });
    await world.moveTimeForward({ minutes: 6 });
    await pollAliases(world);
    expect((await level0.listAliasRows())[0]?.nextPollAt).toBeNull();
    await level0.report(id, { outcome: 'active', appKey: 'app-1' });
    acquirer.onUnregister = () => aliasResult({ outcome: 'unregistered' });
    await pollAliases(world);
    expect(acquirer.unregistered).toHaveLength(2);
    expect(await level0.listAliasRows()).toMatchObject([{ status: 'unregistered', closedBy: 'partner', nextPollAt: null }]);
  });

  it('responds 404 ROUTE_NOT_FOUND for an alias that the service does not have', async () => {
    const other = level0Shop(world, await payments.openPaymentShop());
    const foreign = await other.registerActiveAlias('customer-9');
    for (const [id, value] of [
      [randomUUID(), 'unknown'],
      ['nonsense', 'nonsense'],
      [foreign, 'customer-9'],
    ] as const) {
      const response = await remove(id, value);
      expect([response.status, response.body]).toEqual(NOT_FOUND);
      if (!by.startsWith('the id')) continue;
      // The path is checked before the body.
      const withInvalidBody = await remove(id, value, { reason: 7 });
      expect([withInvalidBody.status, withInvalidBody.body]).toEqual(NOT_FOUND);
    }
    expect((await other.listAliasRows()).map(({ status }) => status)).toEqual(['active']);
  });

  it('rejects a reason that is too long or no text with 422', async () => {
    const id = await level0.registerActiveAlias('customer-7');
    for (const reason of ['a'.repeat(21), 7, ['x'], {}, 'a\u0000b']) {
      const response = await remove(id, 'customer-7', { reason });
      expect([reason, response.status, Object.keys(response.body.errors)]).toEqual([reason, 422, ['reason']]);
    }
    expect(await level0.listAliasRows()).toMatchObject([{ status: 'active' }]);
  });

  it('accepts a reason of 20 characters, and null for no reason', async () => {
    const first = await level0.registerActiveAlias('customer-7');
    expect((await remove(first, 'customer-7', { reason: 'ą'.repeat(20) })).status).toBe(204);
    const second = await level0.registerActiveAlias('customer-8');
    expect((await remove(second, 'customer-8', { reason: null })).status).toBe(204);
  });
});

describe('DELETE …/blik/aliases', () => {
  it('unregisters a value in all apps and leaves aliases of other values unchanged', async () => {
    await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    await level0.registerActiveAlias('customer-7', { appKey: 'app-2' });
    await level0.registerActiveAlias('customer-8', { appKey: 'app-1' });
    await registerPending();
    expect((await level0.unregisterWith({ value: 'customer-7', type: 'UID' })).status).toBe(204);
    expect((await level0.listAliasRows()).map(({ status }) => status)).toEqual(['unregistered', 'unregistered', 'active', 'unregistered']);
  });

  it('rejects an incomplete or invalid body with 422', async () => {
    const invalidBodies: [body: unknown, field: string][] = [
      [{}, 'uuid'],
      [[], 'uuid'],
      [{ uuid: null, value: null }, 'uuid'],
      [{ value: 'customer-7' }, 'uuid'],
      [{ type: 'UID' }, 'uuid'],
      [{ uuid: 7 }, 'uuid'],
      [{ value: 'customer-7', type: 'uid' }, 'type'],
      [{ value: 7, type: 'UID' }, 'value'],
      [{ value: 'v'.repeat(129), type: 'UID' }, 'value'],
      ['"text"', 'body'],
    ];
    for (const [body, field] of invalidBodies) {
      const response = await level0.unregisterWith(body);
      expect([body, response.status, Object.keys(response.body.errors)]).toEqual([body, 422, [field]]);
    }
  });

  it('rejects a request without a body with 422', async () => {
    const response = await world.http.send('DELETE', `/payment/${shop.serviceId}/blik/aliases`, { token: shop.shop.token });
    expect([response.status, response.body.errorCode]).toEqual([422, 'VALIDATION_ERROR']);
  });

  it('passes the id of a PAYID and the reason to the service that closes its subscription', async () => {
    const closed: [string, string | null][] = [];
    const subscriptions = world.get(CancelSubscriptionService);
    const originalClose = subscriptions.closeByPartner;
    subscriptions.closeByPartner = ({ id }: PaymentAlias, reason: string | null) => Promise.resolve(void closed.push([id, reason]));
    const [first, second] = [await insertPayid('mandate-1'), await insertPayid('mandate-2')];
    expect((await level0.unregisterWith({ value: 'mandate-1', type: 'PAYID', reason: 'over' })).status).toBe(204);
    expect((await level0.unregisterById(second)).status).toBe(204);
    expect(closed).toEqual([
      [first, 'over'],
      [second, null],
    ]);
    subscriptions.closeByPartner = originalClose;
    expect((await level0.unregisterWith({ value: 'mandate-1', type: 'UID' })).status).toBe(404);
    await world.asOwner(`DELETE FROM payment_alias WHERE type = 'PAYID'`);
  });
});

describe('an acquirer that is called to unregister an alias', () => {
  it.each(['pending', 'unknown', 'active'] as const)('is called again, but not immediately, after it responds %s', async (outcome) => {
    const id = await level0.registerActiveAlias('customer-7');
    await level0.unregisterById(id);
    acquirer.onUnregister = () => aliasResult({ outcome });
    for (let calls = 1; calls <= 3; calls += 1) {
      await pollAliases(world);
      expect(acquirer.unregistered).toHaveLength(calls);
      await pollAliases(world);
      expect(acquirer.unregistered).toHaveLength(calls);
      await world.moveTimeForward({ minutes: 2 });
    }
    acquirer.onUnregister = () => aliasResult({ outcome: 'unregistered' });
    await pollAliases(world);
    expect((await level0.listAliasRows())[0]?.nextPollAt).toBeNull();
  });

  it('is called again after the response not_found, while an earlier provider request may still be pending', async () => {
    const id = await level0.registerActiveAlias('customer-7');
    await level0.unregisterById(id);
    acquirer.onUnregister = () => ({ outcome: 'not_found' });
    await pollAliases(world);
    expect((await level0.listAliasRows())[0]?.nextPollAt).not.toBeNull();
    await world.moveTimeForward({ minutes: 6 });
    await pollAliases(world);
    expect((await level0.listAliasRows())[0]?.nextPollAt).toBeNull();
  });

  it('is not called after its callback reported the end of the alias', async () => {
    const id = await level0.registerActiveAlias('customer-7');
    await level0.unregisterById(id);
    await level0.report(id, { outcome: 'unregistered' });
    await pollAliases(world);
    expect([acquirer.unregistered.length, (await level0.readNotifications(EVENT)).length]).toEqual([0, 2]);
  });
});
