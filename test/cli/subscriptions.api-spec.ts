import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stopAndVerifyLedger } from '../payments/support/expect-ledger-valid.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

let world: World;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await subscriptionShop(paymentWorld(world));
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => stopAndVerifyLedger(world));

const run = (...argv: string[]): Promise<Run> => runCommandWith(world.settings, ['subscription', ...argv]);
const readSubscription = async (id: string) => {
  const [{ status, cancelled }] = (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data;
  return { status, cancelled };
};
const notifiedStatuses = async (id: string): Promise<string[]> => {
  const events = await world.database.query<{ body: string }[]>('SELECT body FROM webhook_event WHERE subject_id = $1 ORDER BY id', [id]);
  return events.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status);
};
const endedMessage = (id: string): string => `Subscription ${id} has ended. Its partner and its acquirer are notified.\n`;
const UNKNOWN_ID = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';

describe('subscription cancel', () => {
  it.each([
    [[], { by: 'merchant', reason: null }],
    [['--reason', ' moved away '], { by: 'merchant', reason: 'moved away' }],
    [['--by', 'system', '--reason', 'shop closed'], { by: 'system', reason: 'shop closed' }],
  ])('cancels a subscription on behalf of the named side, and notifies partner and acquirer: %j', async (options, cancelled) => {
    const { id } = await shop.createActive();
    expect(await run('cancel', id, ...options)).toEqual({ code: 0, out: endedMessage(id), err: '' });
    expect(await readSubscription(id)).toEqual({ status: 'subscription_cancelled', cancelled });
    expect([await shop.statesWithAlias(id), await notifiedStatuses(id)]).toEqual([
      ['cancelled', 'unregistered'],
      ['subscription_active', 'subscription_cancelled'],
    ]);
    await shop.pollDue();
    expect(shop.fakeMandates.revoked).toHaveLength(1);
    expect((await shop.charge(id)).body.errorCode).toBe('SUBSCRIPTION_NOT_ACTIVE');
  });

  it('cancels a pending subscription, and prints JSON with --json', async () => {
    const { id } = await shop.createPending();
    const { code, out } = await run('cancel', id, '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { id }]);
    expect((await readSubscription(id)).status).toBe('subscription_cancelled');
  });

  it('rejects an ended subscription and an unknown one', async () => {
    const { id } = await shop.createActive();
    await run('cancel', id, '--reason', 'first');
    for (const subscriptionId of [id, UNKNOWN_ID]) {
      const { code, out, err } = await run('cancel', subscriptionId, '--reason', 'second');
      expect([code, out, err]).toEqual([
        1,
        '',
        expect.stringContaining(`There is no subscription ${subscriptionId} that is pending or active.`),
      ]);
    }
    expect((await readSubscription(id)).cancelled).toEqual({ by: 'merchant', reason: 'first' });
  });
});

describe('subscription mark-fraud', () => {
  it.each([
    ['active', 'subscription_fraudulent'],
    ['pending', 'subscription_cancelled'],
  ] as const)('ends a subscription that is %s with the status %s', async (before, status) => {
    const { id } = await (before === 'active' ? shop.createActive() : shop.createPending());
    expect(await run('mark-fraud', id, '--reason', 'stolen phone')).toEqual({ code: 0, out: endedMessage(id), err: '' });
    expect(await readSubscription(id)).toEqual({ status, cancelled: { by: 'antifraud', reason: 'stolen phone' } });
    expect((await notifiedStatuses(id)).at(-1)).toBe(status);
    expect((await run('mark-fraud', id)).code).toBe(1);
  });

  it('accepts a call without a reason', async () => {
    const { id } = await shop.createActive();
    await run('mark-fraud', id);
    expect((await readSubscription(id)).cancelled).toEqual({ by: 'antifraud', reason: null });
  });
});

describe('transaction show', () => {
  it('shows the subscription of its setup payment with its id and notifications', async () => {
    const { id } = await shop.createActive();
    await run('cancel', id, '--reason', 'moved away');
    const [row] = await world.database.query<{ payment: string; alias: string }[]>(
      'SELECT transaction_id AS payment, alias_id AS alias FROM payment_subscription WHERE id = $1',
      [id],
    );
    const { out } = await runCommandWith(world.settings, ['transaction', 'show', row?.payment ?? '', '--json']);
    const view = JSON.parse(out) as { registrations: Record<string, unknown>[]; deliveries: { type: string; transaction_id: string }[] };
    expect(view.registrations).toMatchObject([
      { kind: 'PAYID', id: row?.alias, status: 'alias_unregistered', closed_by: 'partner' },
      {
        kind: expect.stringMatching(/^subscription [AMO]$/),
        id,
        status: 'subscription_cancelled',
        closed_by: 'merchant',
        reason: 'moved away',
        history: [{ to: 'subscription_active' }, { to: 'subscription_cancelled' }],
      },
    ]);
    const notifiedSubjects = new Set(view.deliveries.map(({ transaction_id: subject }) => subject));
    expect([id, row?.alias].map((subject) => notifiedSubjects.has(subject ?? ''))).toEqual([true, true]);
    const asText = await runCommandWith(world.settings, ['transaction', 'show', row?.payment ?? '']);
    expect(asText.out).toMatch(/Aliases and subscriptions[\s\S]+moved away/);
  });

  it('shows the subscription of a recurring charge, without the notifications about the subscription', async () => {
    const { id } = await shop.createActive();
    const transactionId = await shop.createRecurringPayment();
    await shop.autopay(id, { transactionId });
    const { out } = await runCommandWith(world.settings, ['transaction', 'show', transactionId, '--json']);
    const view = JSON.parse(out) as { registrations: { id: string }[]; deliveries: { transaction_id: string }[] };
    expect(view.registrations).toMatchObject([{ id, status: 'subscription_active' }]);
    expect(new Set(view.deliveries.map(({ transaction_id: subject }) => subject))).toEqual(new Set([transactionId]));
  });
});

describe('an invalid call', () => {
  it.each(['cancel', 'mark-fraud'])('of subscription %s is rejected for a malformed id or reason', async (command) => {
    const { id } = await shop.createActive();
    for (const argv of [['x'], [id, '--reason', ' '], [id, '--reason', 'x'.repeat(65)], [id, '--by', 'payer'], []]) {
      const { code, out, err } = await run(command, ...argv);
      expect([code === 0, out, err === '']).toEqual([false, '', false]);
    }
    expect((await readSubscription(id)).status).toBe('subscription_active');
    expect((await run(command, id, '--reason', 'ż'.repeat(64))).code).toBe(0);
  });
});
