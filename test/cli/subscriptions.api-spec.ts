import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stopAndVerifyLedger } from '../payments/support/expect-ledger-valid.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runIn } from './cli-world.js';

let world: World;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld();
  shop = await subscriptionShop(paymentWorld(world));
});
beforeEach(() => shop.consents.reset());
afterAll(() => stopAndVerifyLedger(world));

const run = (...argv: string[]): Promise<Run> => runIn(world.settings, ['subscription', ...argv]);
const shown = async (id: string) => {
  const [{ status, cancelled }] = (await shop.get(`/subscriptions?filter[uuid]=${id}`)).body.data;
  return { status, cancelled };
};
const told = async (id: string): Promise<string[]> => {
  const events = await world.database.query<{ body: string }[]>('SELECT body FROM webhook_event WHERE subject_id = $1 ORDER BY id', [id]);
  return events.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status);
};
const sentence = (id: string): string => `Subscription ${id} has ended. Its partner and its channel are told.\n`;
const UNKNOWN = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';

describe('subscription cancel', () => {
  it.each([
    [[], { by: 'merchant', reason: null }],
    [['--reason', ' moved away '], { by: 'merchant', reason: 'moved away' }],
    [['--by', 'system', '--reason', 'shop closed'], { by: 'system', reason: 'shop closed' }],
  ])('ends it in the name that was given, and notifies its partner and its channel: %j', async (options, cancelled) => {
    const { id } = await shop.active();
    expect(await run('cancel', id, ...options)).toEqual({ code: 0, out: sentence(id), err: '' });
    expect(await shown(id)).toEqual({ status: 'subscription_cancelled', cancelled });
    expect([await shop.states(id), await told(id)]).toEqual([
      ['cancelled', 'unregistered'],
      ['subscription_active', 'subscription_cancelled'],
    ]);
    await shop.pollDue();
    expect(shop.consents.revoked).toHaveLength(1);
    expect((await shop.charge(id)).body.errorCode).toBe('SUBSCRIPTION_NOT_ACTIVE');
  });

  it('takes one that its payer has not agreed to yet, and prints JSON for scripts', async () => {
    const { id } = await shop.pending();
    const { code, out } = await run('cancel', id, '--json');
    expect([code, JSON.parse(out)]).toEqual([0, { id }]);
    expect((await shown(id)).status).toBe('subscription_cancelled');
  });

  it('refuses one that is over, and one that is none', async () => {
    const { id } = await shop.active();
    await run('cancel', id, '--reason', 'first');
    for (const over of [id, UNKNOWN]) {
      const { code, out, err } = await run('cancel', over, '--reason', 'second');
      expect([code, out, err]).toEqual([1, '', expect.stringContaining(`There is no subscription ${over} that is pending or active.`)]);
    }
    expect((await shown(id)).cancelled).toEqual({ by: 'merchant', reason: 'first' });
  });
});

describe('subscription fraud', () => {
  it.each([
    ['active', 'subscription_fraudulent'],
    ['pending', 'subscription_cancelled'],
  ] as const)('ends one that is %s: %s', async (before, status) => {
    const { id } = await shop[before]();
    expect(await run('fraud', id, '--reason', 'stolen phone')).toEqual({ code: 0, out: sentence(id), err: '' });
    expect(await shown(id)).toEqual({ status, cancelled: { by: 'antifraud', reason: 'stolen phone' } });
    expect((await told(id)).at(-1)).toBe(status);
    expect((await run('fraud', id)).code).toBe(1);
  });

  it('needs no reason', async () => {
    const { id } = await shop.active();
    await run('fraud', id);
    expect((await shown(id)).cancelled).toEqual({ by: 'antifraud', reason: null });
  });
});

describe('transaction show', () => {
  it('tells what was agreed to with a payment, and what its partner was told of it, so that it can be ended by its id', async () => {
    const { id } = await shop.active();
    await run('cancel', id, '--reason', 'moved away');
    const [row] = await world.database.query<{ payment: string; alias: string }[]>(
      'SELECT transaction_id AS payment, alias_id AS alias FROM payment_subscription WHERE id = $1',
      [id],
    );
    const { out } = await runIn(world.settings, ['transaction', 'show', row?.payment ?? '', '--json']);
    const shown = JSON.parse(out) as { mandates: Record<string, unknown>[]; deliveries: { type: string; transaction_id: string }[] };
    expect(shown.mandates).toMatchObject([
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
    const toldOf = new Set(shown.deliveries.map(({ transaction_id: subject }) => subject));
    expect([id, row?.alias].map((subject) => toldOf.has(subject ?? ''))).toEqual([true, true]);
    const told = await runIn(world.settings, ['transaction', 'show', row?.payment ?? '']);
    expect(told.out).toMatch(/Aliases and subscriptions[\s\S]+moved away/);
  });

  it('names the subscription under which a payment was charged, and leaves what its partner was told of that to the first one', async () => {
    const { id } = await shop.active();
    const transactionId = await shop.recurring();
    await shop.autopay(id, { transactionId });
    const { out } = await runIn(world.settings, ['transaction', 'show', transactionId, '--json']);
    const shown = JSON.parse(out) as { mandates: { id: string }[]; deliveries: { transaction_id: string }[] };
    expect(shown.mandates).toMatchObject([{ id, status: 'subscription_active' }]);
    expect(new Set(shown.deliveries.map(({ transaction_id: subject }) => subject))).toEqual(new Set([transactionId]));
  });
});

describe('what is no command', () => {
  it.each(['cancel', 'fraud'])('%s of a malformed id, or with an unreadable reason', async (command) => {
    const { id } = await shop.active();
    for (const argv of [['x'], [id, '--reason', ' '], [id, '--reason', 'x'.repeat(65)], [id, '--by', 'payer'], []]) {
      const { code, out, err } = await run(command, ...argv);
      expect([code === 0, out, err === '']).toEqual([false, '', false]);
    }
    expect((await shown(id)).status).toBe('subscription_active');
    expect((await run(command, id, '--reason', 'ż'.repeat(64))).code).toBe(0);
  });
});
