import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { uuidToReference } from '../../src/common/reference.js';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import { mandate } from './support/fake-mandates.js';
import { attemptResult } from './support/fake-acquirer.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
let cancel: CancelSubscriptionService;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
  cancel = world.get(CancelSubscriptionService);
});
beforeEach(() => shop.consents.reset());
afterAll(() => world.stop());

const listed = async (id: string) => (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data[0];

describe('a subscription that the gateway ends', () => {
  it.each(['merchant', 'system'] as const)('by the %s is cancelled with its alias and the reason', async (by) => {
    const { id } = await shop.active();
    expect(await cancel.run(id, by, 'moved away')).toBe(true);
    expect(await shop.states(id)).toEqual(['cancelled', 'unregistered']);
    expect((await listed(id)).cancelled).toEqual({ by, reason: 'moved away' });
    expect(await cancel.run(id, by, 'again')).toBe(false);
  });

  it('for a partner who unregisters its alias is cancelled by the merchant, with the partner’s reason', async () => {
    const { id, aliasId } = await shop.active();
    const path = `/payment/${shop.serviceId}/blik/aliases/${aliasId}`;
    for (const reason of ['moved away', 'once more'])
      expect((await world.http.send('DELETE', path, { token: shop.shop.token, body: { reason } })).status).toBe(204);
    expect([await shop.states(id), (await listed(id)).cancelled]).toEqual([
      ['cancelled', 'unregistered'],
      { by: 'merchant', reason: 'moved away' },
    ]);
  });

  it('is shown with its state in the alias, too', async () => {
    const { id, aliasId } = await shop.active(shop.modelA({ transactionsCountLimit: 4 }));
    await cancel.run(id, 'system', 'closed');
    const [alias] = (await shop.get(`/blik/aliases?filter[uuid]=${aliasId}`)).body.data;
    const { blik, ...subscription } = await listed(id);
    expect(alias).toEqual({ ...blik.alias, subscription: { ...subscription, blik: { model: 'A' } } });
    expect(alias.subscription.cancelled).toEqual({ by: 'system', reason: 'closed' });
  });

  it('for fraud is fraudulent, or cancelled by antifraud while it is pending', async () => {
    const active = await shop.active();
    const pending = await shop.pending();
    expect([await cancel.cancelForFraud(active.id, 'stolen phone'), await cancel.cancelForFraud(pending.id, 'stolen phone')]).toEqual([
      true,
      true,
    ]);
    expect([(await listed(active.id)).status, (await listed(pending.id)).status]).toEqual([
      'subscription_fraudulent',
      'subscription_cancelled',
    ]);
    for (const { id } of [active, pending]) expect((await listed(id)).cancelled).toEqual({ by: 'antifraud', reason: 'stolen phone' });
  });

  it('while it is pending cancels its setup payment', async () => {
    const { id, transactionId } = await shop.pending();
    await cancel.run(id, 'merchant', null);
    expect((await shop.attempts(transactionId))[0]?.state).toBe('canceled');
    const paid = await shop.pending({ model: 'O' }, 10);
    await cancel.run(paid.id, 'merchant', null);
    expect((await shop.attempts(paid.transactionId))[0]?.state).toBe('pending');
  });

  it('is revoked at the acquirer until the acquirer confirms', async () => {
    const { id } = await shop.active();
    await cancel.run(id, 'merchant', null);
    const responses = [mandate({ outcome: 'unknown' }), mandate({ outcome: 'active' }), mandate({ outcome: 'pending' })];
    const revoked = mandate({ outcome: 'revoked', by: 'merchant' });
    const isThis = ({ reference }: { reference: string }): boolean => reference === uuidToReference(id);
    shop.consents.onRevoke = (call) => (isThis(call) ? (responses.shift() ?? revoked) : revoked);
    for (let round = 0; round < 6; round += 1) {
      await shop.pollDue();
      await world.moveTimeForward({ hours: 1 });
    }
    expect([shop.consents.revoked.filter(isThis).length, (await shop.row(id))['next_poll_at'], await shop.states(id)]).toEqual([
      4,
      null,
      ['cancelled', 'unregistered'],
    ]);
  });

  it.each([
    [{ outcome: 'not_found' } as const],
    [mandate({ outcome: 'expired' })],
    [mandate({ outcome: 'failed', reason: 'alias_unknown' })],
  ])('is revoked at the acquirer as well when the acquirer responds %j', async (response) => {
    const { id } = await shop.active();
    await cancel.run(id, 'merchant', null);
    shop.consents.onRevoke = () => response;
    await shop.pollDue();
    expect((await shop.row(id))['next_poll_at']).toBeNull();
  });
});

describe('the notifications of a subscription', () => {
  const notificationsOf = async (id: string, aliasId: string): Promise<[string, string][]> => {
    const events = await world.database.query<{ type: string; body: string }[]>(
      `SELECT type, body FROM webhook_event WHERE subject_id = ANY ($1) ORDER BY id`,
      [[id, aliasId]],
    );
    return events.map(({ type, body }) => [type, (JSON.parse(body) as { data: { status: string } }).data.status]);
  };

  it('are sent for each change after the first state, first for the alias', async () => {
    const { id, aliasId } = await shop.active();
    await cancel.run(id, 'merchant', null);
    expect(await notificationsOf(id, aliasId)).toEqual([
      ['blik:alias_status_changed', 'alias_active'],
      ['subscription:status_changed', 'subscription_active'],
      ['blik:alias_status_changed', 'alias_unregistered'],
      ['subscription:status_changed', 'subscription_cancelled'],
    ]);
  });
});

it('a subscription takes twelve monthly charges, one with a retry, and expires after its last day', async () => {
  const { id } = await shop.active(shop.modelA({ amountLimitTotal: 360, transactionsCountLimit: 13, expiresAt: shop.day(365) }));
  const start = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: 'Europe/Warsaw' });
  let tries = 0;
  shop.consents.onCharge = () => {
    tries += 1;
    return attemptResult(tries === 5 ? { outcome: 'failed', reason: 'insufficient_funds' } : { outcome: 'paid' });
  };
  for (let month = 0; month < 12; month += 1) {
    const first = await shop.charge(id, 29.99, { attempt: 0 });
    if (first.status === 400) expect((await shop.charge(id, 29.99, { attempt: 1 })).status).toBe(200);
    const next = start.plus({ months: month + 1 }).toMillis() - world.get(BusinessClock).now().getTime();
    await world.moveTimeForward({ seconds: next / 1_000 });
    await shop.expireDue();
  }
  expect([tries, Number((await shop.row(id))['paid_minor'])]).toEqual([13, 12 * 2_999]);
  await world.moveTimeForward({ hours: 48 });
  await shop.expireDue();
  expect(await shop.states(id)).toEqual(['expired', 'expired']);
});
