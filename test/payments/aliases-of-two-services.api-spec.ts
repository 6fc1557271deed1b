import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PollAcquirersService } from '../../src/products/payments/poll-acquirers.service.js';
import { getPage, postForm } from '../checkout/support/page.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { createLevel0Shop } from './support/alias-world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { type FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { pollAliases, level0Shop, type Level0Shop } from './support/level0-shop.js';
import { openShop, type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

const VALUE = 'customer-7';
const BY_VALUE = { value: VALUE, type: 'UID' };

let world: World;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '0' });
});
afterAll(() => stopAndVerifyLedger(world));

describe('two services that register the same alias value in the apps of the sandbox’s banks', () => {
  const postToApp = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
    fetch(`${world.sandbox.url}/bank-app/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const readApp = async (bank: string): Promise<string> => (await fetch(`${world.sandbox.url}/bank-app/${bank}`)).text();

  /** Opens a shop of a new partner, whose payer confirms the alias value in the app of this bank. */
  async function openShopKnownTo(bank: string): Promise<Level0Shop> {
    const shop = level0Shop(world, await openShop(world));
    const id = await shop.createUnpaidPayment();
    const { code } = (await (await postToApp(`${bank}/code.json`)).json()) as { code: string };
    const register = { ...BY_VALUE, label: `Shop of ${bank}` };
    expect((await shop.pay(id, { ticket: { T6: code }, alias: register })).status).toBe(204);
    const [, reference = ''] = /confirmations\/([\w-]+)/.exec(await readApp(bank)) ?? [];
    await postToApp(`${bank}/confirmations/${reference}`, { answer: 'confirm' });
    await until(
      async () => {
        await world.asOwner("UPDATE payment_alias SET next_poll_at = now() - interval '1 day' WHERE status = 'alias_pending_registration'");
        await world.get(PollAcquirersService).batch('alias', 'sandbox');
        return shop.listAliasRows();
      },
      ([alias]) => alias?.status === 'active',
    );
    return shop;
  }

  it('do not ask the payer of one shop to pay at the other shop', async () => {
    await openShopKnownTo('morski');
    const other = await openShopKnownTo('debowy');
    const response = await other.pay(await other.createUnpaidPayment({ amount: 66.6 }), { alias: { ...BY_VALUE, blik_id: 'morski' } });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).not.toContain('morski');
    expect(await readApp('morski')).not.toContain('66.60');
    expect((await other.pay(await other.createUnpaidPayment({ amount: 55.5 }), { alias: BY_VALUE })).status).toBe(204);
    expect([(await readApp('morski')).includes('55.50'), (await readApp('debowy')).includes('55.50')]).toEqual([false, true]);
  });
});

describe('an alias value that is sent to the acquirer', () => {
  let payments: PaymentWorld;
  let acquirer: FakeAcquirer;
  let shop: PaymentShop;
  let level0: Level0Shop;
  beforeAll(() => {
    payments = paymentWorld(world);
  });
  beforeEach(async () => {
    ({ acquirer, shop, level0 } = await createLevel0Shop(world, payments));
  });

  const sentValues = (): unknown[] =>
    acquirer.submissions.map((submission) => (submission.kind === 'alias' ? submission.value : submission.register?.value));
  const payAt = async (payingShop: Level0Shop, alias: object) => payingShop.pay(await payingShop.createUnpaidPayment(), { alias });

  it('is scoped to the service and not shown to the partner', async () => {
    const other = level0Shop(world, await payments.openPaymentShop());
    const [id] = [await level0.registerActiveAlias(VALUE), await other.registerActiveAlias(VALUE)];
    const [ownValue, otherValue] = sentValues();
    expect(ownValue).toMatch(/^[0-9a-f]{64}$/);
    expect(otherValue).toMatch(/^[0-9a-f]{64}$/);
    expect(ownValue).not.toBe(otherValue);
    await level0.registerActiveAlias(VALUE, { appKey: 'app-2' });
    expect(sentValues().at(-1)).toBe(ownValue);
    await payAt(level0, { uuid: id });
    expect(sentValues().at(-1)).toBe(ownValue);
    expect((await level0.listAliasRows()).map(({ value }) => value)).toEqual([VALUE, VALUE]);
    expect((await level0.list()).text).not.toContain(ownValue);
    expect(JSON.stringify(await level0.readNotifications('blik:alias_status_changed'))).not.toContain(ownValue);
  });

  it('is the same for registering, polling and unregistering', async () => {
    const id = await level0.registerActiveAlias(VALUE);
    await level0.unregisterById(id);
    await pollAliases(world);
    expect(acquirer.unregistered.map(({ value }) => value)).toEqual([sentValues()[0]]);
  });

  it.each(['its value', 'its id'])(
    'is not sent for a payment by %s with an app that the acquirer did not name to this service',
    async (by) => {
      const victim = level0Shop(world, await payments.openPaymentShop());
      await victim.registerActiveAlias(VALUE, { appKey: 'victims-app' });
      const id = await level0.registerActiveAlias(VALUE, { appKey: 'own-app' });
      acquirer.submissions.length = 0;
      const response = await payAt(level0, { ...(by === 'its id' ? { uuid: id } : BY_VALUE), blik_id: 'victims-app' });
      expect([response.status, response.body.errorCode]).toEqual([400, 'ALIAS_NOT_UNIQUE']);
      expect(response.body.data.alternatives).toEqual([{ ...BY_VALUE, label: `Label of ${VALUE}`, blik_id: 'own-app' }]);
      expect(acquirer.submissions).toEqual([]);
      expect((await payAt(level0, { ...BY_VALUE, blik_id: 'own-app' })).status).toBe(204);
      expect(acquirer.submissions).toMatchObject([{ app: 'own-app' }]);
    },
  );

  /** The acquirer declines an alias without an app and names these apps. With an app, the payment is pending. */
  const declineAsAmbiguous = (...keys: string[]): void => {
    acquirer.onCode = ({ submission }) =>
      submission.kind === 'alias' && submission.app === null
        ? attemptResult({
            outcome: 'failed',
            reason: 'alias_ambiguous',
            next: { kind: 'needsCode', alternatives: keys.map((key) => ({ key, label: `Bank ${key}` })) },
            submission: submission.reference,
          })
        : attemptResult({ outcome: 'pending', next: { kind: 'waitPayer', until: new Date(Date.now() + 60_000) } });
  };

  it('is sent with an app that the acquirer named to this service for this alias, also in later payments', async () => {
    await level0.registerActiveAlias(VALUE);
    await level0.registerActiveAlias('customer-8');
    declineAsAmbiguous('k-1', 'k-2');
    const response = await payAt(level0, BY_VALUE);
    expect(response.body.data.alternatives).toEqual(['k-1', 'k-2'].map((blik_id) => ({ ...BY_VALUE, label: `Bank ${blik_id}`, blik_id })));
    for (const blik_id of ['k-1', 'k-2', 'k-1']) expect((await payAt(level0, { ...BY_VALUE, blik_id })).status).toBe(204);
    acquirer.submissions.length = 0;
    // `k-1` belongs to another alias, and `k-4` is unknown. The acquirer is called without an app and names the apps again.
    declineAsAmbiguous('k-3');
    for (const alias of [
      { value: 'customer-8', type: 'UID', blik_id: 'k-1' },
      { ...BY_VALUE, blik_id: 'k-4' },
    ])
      expect((await payAt(level0, alias)).body.errorCode).toBe('ALIAS_NOT_UNIQUE');
    expect(acquirer.submissions).toMatchObject([{ app: null }, { app: null }]);
    expect((await payAt(level0, { ...BY_VALUE, blik_id: 'k-3' })).status).toBe(204);
  });

  it('is stored with the last twenty apps that the acquirer named, without keys that are too long', async () => {
    const id = await level0.registerActiveAlias(VALUE);
    for (let first = 0; first < 25; first += 5) {
      declineAsAmbiguous(...Array.from({ length: 5 }, (_, index) => `k-${first + index}`), 'k'.repeat(256));
      await payAt(level0, BY_VALUE);
    }
    declineAsAmbiguous('l'.repeat(255));
    await payAt(level0, BY_VALUE);
    const [row] = await world.database.query<{ disclosed_apps: string[] }[]>('SELECT disclosed_apps FROM payment_alias WHERE id = $1', [
      id,
    ]);
    expect(row?.disclosed_apps).toHaveLength(20);
    expect(row?.disclosed_apps).toEqual(expect.arrayContaining(['l'.repeat(255), 'k-24', 'k-6']));
  });

  it('is sent unchanged with the app that the payer chooses on the page', async () => {
    await level0.registerActiveAlias(VALUE);
    declineAsAmbiguous('k-1', 'k-2');
    const id = await level0.createUnpaidPayment();
    await level0.pay(id, { alias: BY_VALUE });
    const page = await getPage(`${world.http.baseUrl}/pay/${id}`);
    const state = page.document.querySelector('input[name=state]')?.getAttribute('value') ?? '';
    expect((await postForm(`${world.http.baseUrl}/pay/${id}/app`, { app: '1', state })).status).toBe(303);
    expect([acquirer.submissions.at(-1), new Set(sentValues()).size]).toMatchObject([{ kind: 'alias', app: 'k-2' }, 1]);
  });

  it('cannot be changed in the database, or inserted with another alias value', async () => {
    const id = await level0.registerActiveAlias(VALUE);
    await expect(world.asOwner("UPDATE payment_alias SET wire_value = 'another' WHERE id = $1", [id])).rejects.toMatchObject({
      constraint: 'payment_alias_immutable',
    });
    const copy = `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, created_at, updated_at)
      SELECT gen_random_uuid(), service_id, type, 'mine', wire_value, label, 'alias_pending_registration', connector, test, transaction_id, now(), now(), now()
      FROM payment_alias WHERE id = $1`;
    await expect(world.asOwner(copy, [id])).rejects.toMatchObject({ constraint: 'payment_alias_wire_value_scoped' });
    expect(shop.serviceId).toMatch(/^[0-9a-f]{8}$/);
  });
});
