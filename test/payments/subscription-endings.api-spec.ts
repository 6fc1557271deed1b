import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { uuidToReference } from '../../src/common/reference.js';
import { CancelSubscriptionService } from '../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { attemptResult } from './support/fake-acquirer.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
let cancelSubscription: CancelSubscriptionService;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
  cancelSubscription = world.get(CancelSubscriptionService);
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => world.stop());

const readSubscription = async (id: string) => (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data[0];

describe('a subscription that the gateway ends', () => {
  it.each(['merchant', 'system'] as const)('by the %s is cancelled with its alias and the reason', async (by) => {
    const { id } = await shop.createActive();
    expect(await cancelSubscription.run(id, by, 'moved away')).toBe(true);
    expect(await shop.statesWithAlias(id)).toEqual(['cancelled', 'unregistered']);
    expect((await readSubscription(id)).cancelled).toEqual({ by, reason: 'moved away' });
    expect(await cancelSubscription.run(id, by, 'again')).toBe(false);
  });

  it('for a partner who unregisters its alias is cancelled by the merchant, with the partner’s reason', async () => {
    const { id, aliasId } = await shop.createActive();
    const path = `/payment/${shop.serviceId}/blik/aliases/${aliasId}`;
    for (const reason of ['moved away', 'once more'])
      expect((await world.http.send('DELETE', path, { token: shop.shop.token, body: { reason } })).status).toBe(204);
    expect([await shop.statesWithAlias(id), (await readSubscription(id)).cancelled]).toEqual([
      ['cancelled', 'unregistered'],
      { by: 'merchant', reason: 'moved away' },
    ]);
  });

  it('is shown with its state in the list of aliases, too', async () => {
    const { id, aliasId } = await shop.createActive(shop.modelATerms({ transactionsCountLimit: 4 }));
    await cancelSubscription.run(id, 'system', 'closed');
    const [alias] = (await shop.get(`/blik/aliases?filter[uuid]=${aliasId}`)).body.data;
    const { blik, ...subscription } = await readSubscription(id);
    expect(alias).toEqual({ ...blik.alias, subscription: { ...subscription, blik: { model: 'A' } } });
    expect(alias.subscription.cancelled).toEqual({ by: 'system', reason: 'closed' });
  });

  it('for fraud is fraudulent, or cancelled by antifraud while it is pending', async () => {
    const active = await shop.createActive();
    const pending = await shop.createPending();
    expect([
      await cancelSubscription.cancelForFraud(active.id, 'stolen phone'),
      await cancelSubscription.cancelForFraud(pending.id, 'stolen phone'),
    ]).toEqual([true, true]);
    expect([(await readSubscription(active.id)).status, (await readSubscription(pending.id)).status]).toEqual([
      'subscription_fraudulent',
      'subscription_cancelled',
    ]);
    for (const { id } of [active, pending])
      expect((await readSubscription(id)).cancelled).toEqual({ by: 'antifraud', reason: 'stolen phone' });
  });

  it('while it is pending cancels its setup payment, but not a first payment with an amount', async () => {
    const { id, transactionId } = await shop.createPending();
    await cancelSubscription.run(id, 'merchant', null);
    expect((await shop.attempts(transactionId))[0]?.state).toBe('canceled');
    const withAmount = await shop.createPending({ model: 'O' }, 10);
    await cancelSubscription.run(withAmount.id, 'merchant', null);
    expect((await shop.attempts(withAmount.transactionId))[0]?.state).toBe('pending');
  });

  it('is revoked at the acquirer with each poll until the acquirer confirms', async () => {
    const { id } = await shop.createActive();
    await cancelSubscription.run(id, 'merchant', null);
    const responses = [
      fakeMandateResult({ outcome: 'unknown' }),
      fakeMandateResult({ outcome: 'active' }),
      fakeMandateResult({ outcome: 'pending' }),
    ];
    const revoked = fakeMandateResult({ outcome: 'revoked', by: 'merchant' });
    const isOfSubscription = ({ reference }: { reference: string }): boolean => reference === uuidToReference(id);
    shop.fakeMandates.onRevoke = (call) => (isOfSubscription(call) ? (responses.shift() ?? revoked) : revoked);
    for (let round = 0; round < 6; round += 1) {
      await shop.pollDue();
      await world.moveTimeForward({ hours: 1 });
    }
    expect([
      shop.fakeMandates.revoked.filter(isOfSubscription).length,
      (await shop.findRow(id))['next_poll_at'],
      await shop.statesWithAlias(id),
    ]).toEqual([4, null, ['cancelled', 'unregistered']]);
  });

  it.each([
    [{ outcome: 'not_found' } as const],
    [fakeMandateResult({ outcome: 'expired' })],
    [fakeMandateResult({ outcome: 'failed', reason: 'alias_unknown' })],
  ])('is not revoked again at the acquirer after the response %j', async (response) => {
    const { id } = await shop.createActive();
    await cancelSubscription.run(id, 'merchant', null);
    shop.fakeMandates.onRevoke = () => response;
    await shop.pollDue();
    expect((await shop.findRow(id))['next_poll_at']).toBeNull();
  });
});

describe('the notifications of a subscription', () => {
  const notificationsOf = async (id: string, aliasId: string): Promise<[string, string][]> => {
    const notifications = await world.database.query<{ type: string; body: string }[]>(
      `SELECT type, body FROM webhook_event WHERE subject_id = ANY ($1) ORDER BY id`,
      [[id, aliasId]],
    );
    return notifications.map(({ type, body }) => [type, (JSON.parse(body) as { data: { status: string } }).data.status]);
  };

  it('are created for each change after the first state, for the alias before the subscription', async () => {
    const { id, aliasId } = await shop.createActive();
    await cancelSubscription.run(id, 'merchant', null);
    expect(await notificationsOf(id, aliasId)).toEqual([
      ['blik:alias_status_changed', 'alias_active'],
      ['subscription:status_changed', 'subscription_active'],
      ['blik:alias_status_changed', 'alias_unregistered'],
      ['subscription:status_changed', 'subscription_cancelled'],
    ]);
  });
});

it('a subscription takes twelve monthly charges, one with a retry, and expires after its last day', async () => {
  const { id } = await shop.createActive(
    shop.modelATerms({ amountLimitTotal: 360, transactionsCountLimit: 13, expiresAt: shop.termsDate(365) }),
  );
  const start = DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: 'Europe/Warsaw' });
  let chargeCount = 0;
  shop.fakeMandates.onCharge = () => {
    chargeCount += 1;
    return attemptResult(chargeCount === 5 ? { outcome: 'failed', reason: 'insufficient_funds' } : { outcome: 'paid' });
  };
  for (let month = 0; month < 12; month += 1) {
    const response = await shop.charge(id, 29.99, { attempt: 0 });
    if (response.status === 400) expect((await shop.charge(id, 29.99, { attempt: 1 })).status).toBe(200);
    const untilNextMonthMs = start.plus({ months: month + 1 }).toMillis() - world.get(BusinessClock).now().getTime();
    await world.moveTimeForward({ seconds: untilNextMonthMs / 1_000 });
    await shop.expireDue();
  }
  expect([chargeCount, Number((await shop.findRow(id))['paid_minor'])]).toEqual([13, 12 * 2_999]);
  await world.moveTimeForward({ hours: 48 });
  await shop.expireDue();
  expect(await shop.statesWithAlias(id)).toEqual(['expired', 'expired']);
});
