import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AliasResult } from '../../src/connectors/acquirers/port/alias.js';
import { uuidToReference } from '../../src/common/reference.js';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import { dateInYears, formatResponseTime } from '../support/days-ahead.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop, stopAliasPolls } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { aliasResult, FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { pollAliases, expireAliases, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

const EVENT = 'blik:alias_status_changed';
const REGISTER = { ticket: { T6: '777123' }, alias: { value: 'customer-7', type: 'UID', label: 'Books of the month' } };

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

/** Creates a payment and submits a code that registers an alias. The payer has not responded yet. */
const submitCode = async (): Promise<{ id: string; aliasId: string }> => {
  const id = await level0.createUnpaidPayment();
  expect((await level0.pay(id, REGISTER)).status).toBe(204);
  return { id, aliasId: (await level0.listAliasRows()).at(-1)?.id ?? '' };
};
const scopedValue = (): string => wireValueOf('UID', shop.serviceId, 'customer-7');
const aliasStatuses = async (): Promise<string[]> => (await level0.listAliasRows()).map(({ status }) => status);
const notifiedStatuses = async (): Promise<unknown[]> => (await level0.readNotifications(EVENT)).map(({ status }) => status);
const history = async (id: string): Promise<string[]> => {
  const rows = await world.database.query<{ to_status: string; reason: string }[]>(
    'SELECT to_status, reason FROM state_history WHERE subject_id = $1 ORDER BY sequence',
    [id],
  );
  return rows.map(({ to_status, reason }) => `${to_status}: ${reason}`);
};
const listEntry = async (id: string) => (await level0.list(`?filter[uuid]=${id}`)).body.data[0];

describe('a BLIK code that registers an alias', () => {
  it('activates the alias and notifies the partner once the payer has confirmed', async () => {
    const { id, aliasId } = await submitCode();
    expect(acquirer.submissions).toMatchObject([
      {
        kind: 'code',
        code: '777123',
        register: { reference: uuidToReference(aliasId), value: scopedValue(), label: 'Books of the month' },
      },
    ]);
    expect([await aliasStatuses(), await notifiedStatuses()]).toEqual([['pending_registration'], []]);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await aliasStatuses()).toEqual(['pending_registration']);
    const expiresAt = new Date(`${dateInYears(9)}T12:00:00Z`);
    acquirer.onPollAlias = () =>
      aliasResult({ outcome: 'active', appKey: 'app-1', expiresAt, providerRef: `a-${aliasId}`, data: { k: 'v' } });
    await pollAliases(world);
    expect(acquirer.aliasesPolled).toEqual([{ reference: uuidToReference(aliasId), value: scopedValue(), providerRef: null, data: null }]);
    expect(await level0.readNotifications(EVENT)).toEqual([
      {
        id: aliasId,
        service_id: shop.serviceId,
        type: 'UID',
        value: 'customer-7',
        label: 'Books of the month',
        status: 'alias_active',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
        updated_at: expect.any(String),
      },
    ]);
    expect(await listEntry(aliasId)).toMatchObject({
      status: 'alias_active',
      blik_key: 'app-1',
      expires_at: formatResponseTime(expiresAt),
    });
    await pollAliases(world);
    expect(acquirer.aliasesPolled).toHaveLength(1);
  });

  it('pays even if the payer declines the alias', async () => {
    const { id, aliasId } = await submitCode();
    await shop.reportAttempt(id, { outcome: 'paid' });
    await level0.report(aliasId, { outcome: 'failed', reason: 'alias_declined', rawCode: 'DECLINED' } as never);
    expect(await shop.readStatus(id)).toBe('paid');
    expect(await level0.listAliasRows()).toMatchObject([
      { status: 'unregistered', closedBy: 'channel', reason: 'alias_declined', nextPollAt: null },
    ]);
    expect(await notifiedStatuses()).toEqual(['alias_unregistered']);
  });

  it.each([
    ['immediately', true],
    ['later', false],
  ])('registers nothing when the code is declined %s', async (_, immediately) => {
    const next = { kind: 'needsCode' as const, alternatives: [] };
    if (immediately) acquirer.onCode = () => attemptResult({ outcome: 'failed', reason: 'code_expired', next } as never);
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, REGISTER);
    if (!immediately) await shop.reportAttempt(id, { outcome: 'failed', reason: 'code_expired', next } as never);
    expect(await level0.listAliasRows()).toMatchObject([
      { status: 'unregistered', closedBy: 'payment', reason: 'code_expired', nextPollAt: null },
    ]);
    expect(await notifiedStatuses()).toEqual(['alias_unregistered']);
    expect(await pollAliases(world)).toBe(false);
    expect([acquirer.aliasesPolled, acquirer.unregistered]).toEqual([[], []]);
  });

  it('creates a new alias for each code', async () => {
    const id = await level0.createUnpaidPayment();
    acquirer.onCode = () =>
      attemptResult({ outcome: 'failed', reason: 'code_used', next: { kind: 'needsCode', alternatives: [] } } as never);
    await level0.pay(id, REGISTER);
    acquirer.onCode = () => attemptResult({ outcome: 'paid' });
    await level0.pay(id, REGISTER);
    expect(await aliasStatuses()).toEqual(['unregistered', 'pending_registration']);
    const references = acquirer.submissions.map((submission) => (submission.kind === 'code' ? submission.register?.reference : null));
    expect(new Set(references).size).toBe(2);
  });

  it('has its alias polled for three days without a response of the payer, and then expired', async () => {
    const { aliasId } = await submitCode();
    await world.moveTimeForward({ hours: 71 });
    await pollAliases(world);
    expect(await aliasStatuses()).toEqual(['pending_registration']);
    await world.moveTimeForward({ hours: 2 });
    await pollAliases(world);
    expect(await level0.listAliasRows()).toMatchObject([{ status: 'expired', closedBy: 'time', nextPollAt: null }]);
    expect(await history(aliasId)).toEqual(['alias_expired: never_heard_of']);
    // The payer confirms too late. The alias has ended, and the acquirer is called to unregister it.
    await level0.report(aliasId, { outcome: 'active', appKey: 'app-1' });
    await pollAliases(world);
    expect([await aliasStatuses(), acquirer.unregistered.length]).toEqual([['expired'], 1]);
  });

  it('keeps its alias pending while the acquirer does not know it yet', async () => {
    await submitCode();
    acquirer.onPollAlias = () => ({ outcome: 'not_found' });
    await world.moveTimeForward({ hours: 25 });
    await pollAliases(world);
    expect(await aliasStatuses()).toEqual(['pending_registration']);
  });
});

describe('a status update about an alias', () => {
  const END_UPDATES: [AliasResult['outcome'], string[]][] = [
    ['unregistered', ['unregistered', 'channel']],
    ['expired', ['expired', 'channel']],
    ['failed', ['unregistered', 'channel']],
  ];
  it.each(END_UPDATES)('with outcome %s ends an active alias', async (outcome, [status, closedBy]) => {
    const id = await level0.registerActiveAlias('customer-7');
    await level0.report(id, { outcome });
    expect(await level0.listAliasRows()).toMatchObject([{ status, closedBy, nextPollAt: null }]);
    expect(await notifiedStatuses()).toEqual(['alias_active', `alias_${status}`]);
  });

  it('does not change an alias that has ended, even when many updates arrive concurrently', async () => {
    const { aliasId } = await submitCode();
    const outcomes = ['active', 'pending', 'unregistered', 'active', 'expired', 'unknown', 'unregistered', 'active'] as const;
    for (const outcome of outcomes) expect((await level0.report(aliasId, { outcome })).status).toBe(200);
    expect(await aliasStatuses()).toEqual(['unregistered']);
    expect(await notifiedStatuses()).toEqual(['alias_active', 'alias_unregistered']);
    await Promise.all(outcomes.map((outcome) => level0.report(aliasId, { outcome })));
    expect(await notifiedStatuses()).toHaveLength(2);
  });

  it('is stored with its effect', async () => {
    const { aliasId } = await submitCode();
    await level0.report(aliasId, { outcome: 'active' }, 'r-1');
    await level0.report(aliasId, { outcome: 'active' }, 'r-2');
    await level0.report(randomUUID(), { outcome: 'active' }, 'r-3');
    expect(
      await world.database.query(
        `SELECT event_id AS id, kind, alias_id AS "aliasId", outcome, effect FROM payment_callback WHERE event_id LIKE 'r-_' ORDER BY 1`,
      ),
    ).toEqual([
      { id: 'r-1', kind: 'alias', aliasId, outcome: 'active', effect: 'applied' },
      { id: 'r-2', kind: 'alias', aliasId, outcome: 'active', effect: 'duplicate' },
      { id: 'r-3', kind: 'alias', aliasId: null, outcome: 'active', effect: 'for_staff' },
    ]);
  });

  it.each([
    ['unregistered', 'alias_unregistered: channel_unregistered'],
    ['expired', 'alias_expired: channel_expired'],
  ] as const)('with outcome %s is in the history of the alias, and later updates change nothing', async (outcome, historyEntry) => {
    const id = await level0.registerActiveAlias('customer-7');
    const effectOf = async (reported: 'active' | 'unregistered' | 'expired'): Promise<unknown> => {
      const eventId = randomUUID();
      await level0.report(id, { outcome: reported }, eventId);
      return (await world.database.query<{ effect: string }[]>('SELECT effect FROM payment_callback WHERE event_id = $1', [eventId]))[0]
        ?.effect;
    };
    expect([await effectOf(outcome), await effectOf(outcome), await effectOf('active')]).toEqual(['applied', 'duplicate', 'too_late']);
    expect(await history(id)).toEqual(['alias_active: channel_active', historyEntry]);
  });

  it('through another account is ignored', async () => {
    const { aliasId } = await submitCode();
    const other = new FakeAcquirer('other', []).replaceIn(payments.connectors);
    const body = {
      kind: 'alias',
      eventId: 'e',
      providerRef: null,
      reference: uuidToReference(aliasId),
      result: aliasResult({ outcome: 'active' }),
    };
    expect((await world.http.post(`/connectors/channels/${other.name}/reports`, { body })).status).toBe(200);
    expect(await aliasStatuses()).toEqual(['pending_registration']);
  });

  it('is matched by the acquirer’s own reference', async () => {
    const { aliasId } = await submitCode();
    await level0.report(aliasId, { outcome: 'pending', providerRef: 'theirs' });
    const body = { kind: 'alias', eventId: 'named', providerRef: 'theirs', reference: null, result: aliasResult({ outcome: 'active' }) };
    await world.http.post('/connectors/channels/fake/reports', { body });
    expect(await aliasStatuses()).toEqual(['active']);
  });

  it('that is only a hint makes the gateway poll, even if the alias is active', async () => {
    const id = await level0.registerActiveAlias('customer-7');
    acquirer.onCallback = () => ({
      verdict: 'hint',
      about: [{ providerRef: null, reference: uuidToReference(id) }],
      answer: { status: 200, contentType: 'text/plain', body: 'OK' },
    });
    await world.http.post('/connectors/channels/fake/reports', { body: {} });
    acquirer.onPollAlias = () => aliasResult({ outcome: 'unregistered' });
    await pollAliases(world);
    expect(await aliasStatuses()).toEqual(['unregistered']);
  });

  it('that names an expiry date makes the alias expire once, at this date', async () => {
    const soon = new Date(Date.now() + 400 * 3_600_000);
    const id = await level0.registerActiveAlias('customer-7', { expiresAt: soon });
    await level0.registerActiveAlias('customer-8');
    await expireAliases(world);
    expect(await aliasStatuses()).toEqual(['active', 'active']);
    await world.moveTimeForward({ hours: 401 });
    const isMoreDue = await Promise.all(times(3, () => expireAliases(world)));
    expect(isMoreDue).toEqual([false, false, false]);
    expect(await aliasStatuses()).toEqual(['expired', 'active']);
    expect((await level0.listAliasRows())[0]).toMatchObject({ id, closedBy: 'time', nextPollAt: null });
    expect(await notifiedStatuses()).toEqual(['alias_active', 'alias_active', 'alias_expired']);
    expect(await listEntry(id)).toMatchObject({ status: 'alias_expired', expires_at: expect.any(String) });
  });
});
