import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop, stopAliasPolls } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { pollAliases, level0Shop, type Level0Shop } from './support/level0-shop.js';
import { type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

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

const scopedValue = (): string => wireValueOf('UID', shop.serviceId, 'customer-7');
const aliasStatuses = async (): Promise<string[]> => (await level0.listAliasRows()).map(({ status }) => status);

describe('a payment with an alias instead of a code', () => {
  it.each(['uuid', 'value'])('is accepted by the %s of the alias', async (by) => {
    const aliasId = await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    acquirer.submissions.length = 0;
    const id = await level0.createUnpaidPayment();
    const alias = by === 'uuid' ? { uuid: aliasId, value: null, label: null } : { value: 'customer-7', type: 'UID' };
    expect((await level0.pay(id, { alias, ticket: null })).status).toBe(204);
    expect(acquirer.submissions).toMatchObject([{ kind: 'alias', value: scopedValue(), app: 'app-1' }]);
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect((await level0.readNotifications('transaction_blik_level0:code_status_changed')).at(-1)).toMatchObject({
      ticket_status: 'VALID',
      transaction: { id },
    });
    expect(await aliasStatuses()).toEqual(['active']);
  });

  it('causes a notification with the BLIK error code when the acquirer declines it later', async () => {
    await level0.registerActiveAlias('customer-7');
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, { alias: { value: 'customer-7', type: 'UID' } });
    await shop.reportAttempt(id, { outcome: 'failed', reason: 'alias_amount' } as never);
    expect((await level0.readNotifications('transaction_blik_level0:code_status_changed')).at(-1)).toMatchObject({
      ticket_status: 'ER_DATAAMT_HUGE',
    });
  });

  it.each<[string, (alias: string) => Promise<unknown>]>([
    ['is unknown', () => Promise.resolve()],
    ['belongs to another service', () => level0Shop(world, shop).listAliasRows()],
    ['is unregistered', (alias) => level0.unregisterById(alias)],
    ['has expired', (alias) => level0.report(alias, { outcome: 'expired' })],
  ])('is rejected with 400 ALIAS_NOT_FOUND when the alias %s, and no attempt is started', async (condition, endAlias) => {
    const owner = condition === 'belongs to another service' ? level0Shop(world, await payments.openPaymentShop()) : level0;
    const aliasId = condition === 'is unknown' ? randomUUID() : await owner.registerActiveAlias('customer-8');
    await endAlias(aliasId);
    acquirer.started.length = 0;
    const id = await level0.createUnpaidPayment();
    for (const alias of [{ uuid: aliasId }, { uuid: 'nonsense' }, { value: 'customer-8', type: 'UID' }]) {
      const response = await level0.pay(id, { alias });
      expect([response.status, response.body]).toEqual([
        400,
        { success: false, errorCode: 'ALIAS_NOT_FOUND', message: expect.any(String) },
      ]);
    }
    expect([acquirer.started, await shop.readStatus(id)]).toEqual([[], 'new']);
  });

  it('is rejected while the payer has not confirmed the alias yet', async () => {
    await level0.pay(await level0.createUnpaidPayment(), REGISTER);
    expect(await aliasStatuses()).toEqual(['pending_registration']);
    const response = await level0.pay(await level0.createUnpaidPayment(), { alias: { value: 'customer-7', type: 'UID' } });
    expect(response.body.errorCode).toBe('ALIAS_NOT_FOUND');
  });

  it('is rejected for an alias of type PAYID', async () => {
    const id = await level0.createUnpaidPayment();
    // The alias gets the id of the payment as its own id.
    await world.asOwner(
      `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, created_at, updated_at)
       VALUES ($1, $2, 'PAYID', 'mandate-1', 'mandate-1', 'l', 'alias_pending_registration', 'fake', false, $1, now(), now())`,
      [id, shop.serviceId],
    );
    await world.asOwner(`UPDATE payment_alias SET status = 'alias_active', activated_at = now() WHERE id = $1`, [id]);
    for (const alias of [{ uuid: id }, { value: 'mandate-1', type: 'UID' }])
      expect((await level0.pay(id, { alias })).body.errorCode).toBe('ALIAS_NOT_FOUND');
    await world.asOwner(`DELETE FROM payment_alias WHERE id = $1`, [id]);
  });

  it('is rejected with 400 ALIAS_NOT_UNIQUE and the choices when several apps know the alias, and accepted with the chosen app', async () => {
    await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    await level0.registerActiveAlias('customer-7', { appKey: 'app-2' });
    expect(await aliasStatuses()).toEqual(['active', 'active']);
    const id = await level0.createUnpaidPayment();
    acquirer.started.length = 0;
    const response = await level0.pay(id, { alias: { value: 'customer-7', type: 'UID' } });
    expect([response.status, response.body]).toEqual([
      400,
      {
        success: false,
        errorCode: 'ALIAS_NOT_UNIQUE',
        message: expect.any(String),
        data: {
          alternatives: ['app-1', 'app-2'].map((blik_id) => ({ value: 'customer-7', type: 'UID', label: 'Label of customer-7', blik_id })),
        },
      },
    ]);
    expect(acquirer.started).toEqual([]);
    expect((await level0.pay(id, { alias: { value: 'customer-7', type: 'UID', blik_id: 'app-2' } })).status).toBe(204);
    expect(acquirer.submissions.at(-1)).toMatchObject({ kind: 'alias', value: scopedValue(), app: 'app-2' });
  });

  it('is rejected with ALIAS_NOT_UNIQUE when the app of one of two aliases is not known', async () => {
    await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    await level0.registerActiveAlias('customer-7');
    const response = await level0.pay(await level0.createUnpaidPayment(), { alias: { value: 'customer-7', type: 'UID' } });
    const keys = (response.body.data.alternatives as { blik_id: string }[]).map(({ blik_id }) => blik_id);
    expect([response.body.errorCode, keys]).toEqual(['ALIAS_NOT_UNIQUE', ['app-1', '']]);
  });

  it('is rejected with ALIAS_NOT_UNIQUE when only the acquirer knows several apps, and the chosen key is sent to the acquirer', async () => {
    await level0.registerActiveAlias('customer-7');
    const id = await level0.createUnpaidPayment();
    const alternatives = [
      { key: 'k-1', label: 'Phone' },
      { key: 'k-2', label: 'Tablet' },
    ];
    acquirer.onCode = () =>
      attemptResult({ outcome: 'failed', reason: 'alias_ambiguous', next: { kind: 'needsCode', alternatives } } as never);
    const response = await level0.pay(id, { alias: { value: 'customer-7', type: 'UID' } });
    expect([response.status, response.body.errorCode, response.body.data]).toEqual([
      400,
      'ALIAS_NOT_UNIQUE',
      { alternatives: alternatives.map(({ key, label }) => ({ value: 'customer-7', type: 'UID', label, blik_id: key })) },
    ]);
    acquirer.onCode = () => attemptResult({ outcome: 'paid' });
    expect((await level0.pay(id, { alias: { value: 'customer-7', type: 'UID', blik_id: 'k-2' } })).status).toBe(204);
    expect(acquirer.submissions.at(-1)).toMatchObject({ app: 'k-2' });
    expect(await shop.readStatus(id)).toBe('paid');
  });
});

describe('a payment with an alias that the acquirer does not decide at once', () => {
  const pay = async (id: string) => {
    const { status, body } = await level0.pay(id, { alias: { value: 'customer-7', type: 'UID' } });
    return [status, body?.errorCode];
  };

  it('is rejected with ATTEMPT_IN_PROGRESS while it is open, and can be sent again when the acquirer was not reached', async () => {
    await level0.registerActiveAlias('customer-7');
    const id = await level0.createUnpaidPayment();
    acquirer.onCode = () => ({ outcome: 'not_sent' });
    expect(await pay(id)).toEqual([503, 'SERVICE_UNAVAILABLE']);
    acquirer.onCode = () => attemptResult({ outcome: 'pending' });
    expect(await pay(id)).toEqual([204, undefined]);
    expect(await pay(id)).toEqual([400, 'ATTEMPT_IN_PROGRESS']);
  });

  it('is rejected with the choices also when the acquirer names an app by a key that is too long to be stored', async () => {
    await level0.registerActiveAlias('customer-7');
    const alternatives = ['k-1', 'k'.repeat(20_000)].map((key) => ({ key, label: 'Phone' }));
    acquirer.onCode = () =>
      attemptResult({ outcome: 'failed', reason: 'alias_ambiguous', next: { kind: 'needsCode', alternatives } } as never);
    expect(await pay(await level0.createUnpaidPayment())).toEqual([400, 'ALIAS_NOT_UNIQUE']);
  });
});

describe('an alias with a value that is already registered', () => {
  it('replaces the earlier alias in the same app', async () => {
    const first = await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    const second = await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    expect(await level0.listAliasRows()).toMatchObject([
      { id: first, status: 'unregistered', closedBy: 'successor', nextPollAt: null },
      { id: second, status: 'active', key: 'app-1' },
    ]);
    expect(
      await world.database.query('SELECT to_status, reason FROM state_history WHERE subject_id = $1 ORDER BY sequence', [first]),
    ).toEqual([
      { to_status: 'alias_active', reason: 'channel_active' },
      { to_status: 'alias_unregistered', reason: 'registered_again' },
    ]);
    // The later alias replaced the earlier one in the app. Unregistering the earlier one at the acquirer would therefore end the later one.
    await level0.report(first, { outcome: 'active', appKey: 'app-1' });
    await pollAliases(world);
    expect(acquirer.unregistered).toEqual([]);
    const response = await level0.pay(await level0.createUnpaidPayment(), { alias: { value: 'customer-7', type: 'UID' } });
    expect(response.status).toBe(204);
  });

  it('replaces the earlier alias when the acquirer names the same app only later', async () => {
    const first = await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    const second = await level0.registerActiveAlias('customer-7');
    expect(await aliasStatuses()).toEqual(['active', 'active']);
    await level0.report(second, { outcome: 'active', appKey: 'app-1' });
    expect(await level0.listAliasRows()).toMatchObject([
      { id: first, status: 'unregistered', closedBy: 'successor' },
      { id: second, status: 'active', key: 'app-1' },
    ]);
  });

  it('leaves the alias of another service unchanged', async () => {
    const other = level0Shop(world, await payments.openPaymentShop({ shop: shop.shop }));
    await level0.registerActiveAlias('customer-7', { appKey: 'app-1' });
    await other.registerActiveAlias('customer-7', { appKey: 'app-1' });
    expect([await aliasStatuses(), (await other.listAliasRows()).map(({ status }) => status)]).toEqual([['active'], ['active']]);
  });
});
