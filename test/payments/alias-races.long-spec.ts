import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Changes } from '../../src/platform/changes/changes.service.js';
import { VerifyCountersService } from '../../src/platform/counters/verify-counters.service.js';
import { PAYMENT } from '../../src/products/payments/attempts/payment-subject.js';
import type { HttpResponse } from '../support/http-client.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop, stopAliasPolls } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { aliasResult, FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { type AliasRow, pollAliases, expireAliases, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

const REGISTER = { ticket: { T6: '777123' }, alias: { value: 'customer-7', type: 'UID', label: 'Books' } };

let world: World;
let payments: PaymentWorld;
let acquirer: FakeAcquirer;
let shop: PaymentShop;
let level0: Level0Shop;
beforeAll(async () => {
  world = await startWorld({
    DATABASE_POOL_SIZE: '5',
    DATABASE_POOL_CALLER_SHARE: '100', // In percent: all requests of this test come from one partner.
    DATABASE_CONNECTION_TIMEOUT_MS: '60000',
    PAYMENT_HOLD_PER_EMAIL: '0',
  });
  payments = paymentWorld(world);
});
afterAll(() => stopAndVerifyLedger(world));
beforeEach(async () => {
  ({ acquirer, shop, level0 } = await createLevel0Shop(world, payments));
});
afterEach(() => stopAliasPolls(world));

const countOutcomes = (responses: readonly HttpResponse[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const code = status === 204 ? 'accepted' : String(body?.errorCode);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
};
/** Locks a payment's row in another session. @returns a function that releases the lock. */
const lockPayment = (id: string): Promise<() => Promise<void>> =>
  new Promise((resolve, reject) => {
    const transaction = world.get(Changes).transaction(async (unit) => {
      await unit.lock(PAYMENT, id);
      await new Promise<void>((release) => {
        resolve(() => {
          release();
          return transaction;
        });
      });
    });
    transaction.catch(reject);
  });
const aliasStatuses = async (): Promise<string[]> => (await level0.listAliasRows()).map(({ status }) => status);

describe('concurrent requests and callbacks about aliases', () => {
  it('submit one code with one alias in one attempt when the same code is sent fifty times', async () => {
    const id = await level0.createUnpaidPayment();
    const responses = await Promise.all(times(50, () => level0.pay(id, REGISTER)));
    expect(countOutcomes(responses)).toEqual({ accepted: 1, ATTEMPT_IN_PROGRESS: 49 });
    expect([acquirer.submissions.length, await aliasStatuses()]).toEqual([1, ['pending_registration']]);
    expect(await shop.attempts(id)).toHaveLength(1);
    await Promise.all(times(10, () => shop.reportAttempt(id, { outcome: 'paid' })));
    expect(await level0.readNotifications('transaction_blik_level0:code_status_changed')).toHaveLength(1);
  });

  it('send no more than five of sixty declined codes to the acquirer, and end the alias of each code', async () => {
    acquirer.onCode = ({ submission: { reference } }) =>
      attemptResult({
        outcome: 'failed',
        reason: 'code_used',
        next: { kind: 'needsCode', alternatives: [] },
        submission: reference,
      } as never);
    const id = await level0.createUnpaidPayment();
    for (let round = 0; round < 6; round += 1) await Promise.all(times(10, () => level0.pay(id, REGISTER)));
    expect([acquirer.submissions.length, await shop.readStatus(id)]).toEqual([5, 'failure']);
    expect(await aliasStatuses()).toEqual(times(5, () => 'unregistered'));
  });

  it('submit one code when a request with one idempotency key is sent twenty times', async () => {
    const id = await level0.createUnpaidPayment();
    const send = () => level0.pay(id, REGISTER, { headers: { 'Idempotency-Key': 'at-once' } });
    const responses = await Promise.all(times(20, send));
    const { accepted = 0, IDEMPOTENCY_CONFLICT: conflicts = 0 } = countOutcomes(responses);
    expect([accepted >= 1, accepted + conflicts, acquirer.submissions.length]).toEqual([true, 20, 1]);
    expect((await send()).status).toBe(204);
    expect(acquirer.submissions).toHaveLength(1);
  });

  it('leave one active alias when ten payments register a value in one app', async () => {
    const ids = await Promise.all(times(10, () => level0.createUnpaidPayment()));
    await Promise.all(ids.map((id) => level0.pay(id, REGISTER)));
    const aliases = await level0.listAliasRows();
    const responses = await Promise.all(
      aliases.flatMap(({ id }) => times(3, () => level0.report(id, { outcome: 'active', appKey: 'app-1' }))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await aliasStatuses()).toSorted()).toEqual(['active', ...times(9, () => 'unregistered')]);
  });

  it('leave an alias unregistered when its partner unregisters it and a callback activates it, in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await level0.createUnpaidPayment();
      await level0.pay(id, { ...REGISTER, alias: { ...REGISTER.alias, value: `v-${round}` } });
      const alias = (await level0.listAliasRows()).at(-1)?.id ?? '';
      const responses = await Promise.all([
        ...times(3, () => level0.unregisterById(alias)),
        level0.unregisterWith({ value: `v-${round}`, type: 'UID' }),
        ...times(3, () => level0.report(alias, { outcome: 'active', appKey: 'app-1' })),
        level0.report(alias, { outcome: 'pending' }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 200, 200, 200, 200]);
      expect((await level0.listAliasRows()).at(-1)).toMatchObject({
        status: 'unregistered',
        closedBy: 'partner',
        nextPollAt: expect.any(Date),
      });
    }
    await pollAliases(world);
    expect(acquirer.unregistered).toHaveLength(10);
  });

  it('activate an alias by a callback without waiting for a locked row of its payment', async () => {
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, REGISTER);
    const [alias] = (await level0.listAliasRows()) as [AliasRow];
    const releaseLock = await lockPayment(id);
    // The callback updates the alias twice in one transaction. At the second update PostgreSQL checks the foreign key to the payment again.
    const response = await level0.report(alias.id, { outcome: 'active', appKey: 'app-1', providerRef: 'bank-7' });
    await releaseLock();
    expect([response.status, await aliasStatuses()]).toEqual([200, ['active']]);
  });

  it('end an alias once when the acquirer, the partner and the expiry end it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const alias = await level0.registerActiveAlias(`v-${round}`, { expiresAt: new Date(0) });
      await Promise.all([
        level0.unregisterById(alias),
        level0.report(alias, { outcome: 'unregistered' }),
        level0.report(alias, { outcome: 'expired' }),
        ...times(3, () => expireAliases(world)),
      ]);
      const notifications = (await level0.readNotifications('blik:alias_status_changed')).filter(({ id }) => id === alias);
      expect(notifications.map(({ status }) => status)).toEqual(['alias_active', expect.stringMatching(/^alias_(unregistered|expired)$/)]);
    }
  });

  it('let 200 payers pay with a code and then with an alias over five database connections', async () => {
    const values = times(200, (index) => `customer-${index}`);
    await Promise.all(
      values.map(async (value) => {
        const id = await level0.createUnpaidPayment();
        expect((await level0.pay(id, { ...REGISTER, alias: { ...REGISTER.alias, value } })).status).toBe(204);
        await shop.reportAttempt(id, { outcome: 'paid' });
      }),
    );
    acquirer.onPollAlias = ({ value }) => aliasResult({ outcome: 'active', appKey: `app-of-${value}` });
    while (await pollAliases(world));
    expect(new Set(await aliasStatuses())).toEqual(new Set(['active']));
    acquirer.onCode = () => attemptResult({ outcome: 'paid' });
    await Promise.all(
      values.map(async (value) => {
        const id = await level0.createUnpaidPayment();
        expect((await level0.pay(id, { alias: { value, type: 'UID' } })).status).toBe(204);
        expect(await shop.readStatus(id)).toBe('paid');
        expect((await level0.list(`?filter[value]=${value}`)).body.pagination.total).toBe(1);
      }),
    );
    await Promise.all(values.map((value) => level0.unregisterWith({ value, type: 'UID' })));
    while (await pollAliases(world));
    expect(acquirer.unregistered).toHaveLength(200);
    expect(await world.get(VerifyCountersService).run({ repair: false })).toMatchObject({ wrong: 0 });
  });
});
