import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Submission } from '../../src/connectors/acquirers/port/submission.js';
import { PickAppService } from '../../src/products/payments/blik-level0/pick-app.service.js';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';
import { getPage, postForm } from '../checkout/support/page.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { FakeAcquirer, attemptResult } from './support/fake-acquirer.js';
import { level0Shop, type Level0Shop } from './support/level0-shop.js';
import { PAYER, type PaymentShop, paymentWorld, type PaymentWorld } from './support/payment-shop.js';

const APPS = [
  { key: 'app-1', label: 'Bank Dębowy' },
  { key: 'app-2', label: 'Bank Morski' },
];

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
let level0: Level0Shop;
let submitted: Submission[];
let lastNumber = 0;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
});
beforeEach(async () => {
  Object.assign(payments.acquirer, new FakeAcquirer('fake'));
  shop = await payments.openPaymentShop();
  level0 = level0Shop(world, shop);
  submitted = [];
});
afterAll(() => stopAndVerifyLedger(world));

/**
 * Creates a payment by an alias that two bank apps know. The partner has got `ALIAS_NOT_UNIQUE`,
 * and the payer can choose the app on the payment page.
 */
async function createAmbiguousPayment(value = `customer-${(lastNumber += 1)}`): Promise<string> {
  await level0.registerActiveAlias(value);
  const id = await level0.createUnpaidPayment();
  payments.acquirer.onCode = ({ submission }) => {
    submitted.push(submission);
    const isUnambiguous = submission.kind === 'code' || submission.app !== null;
    return isUnambiguous
      ? attemptResult({ outcome: 'pending', next: { kind: 'waitPayer', until: new Date(Date.now() + 60_000) } })
      : attemptResult({
          outcome: 'failed',
          reason: 'alias_ambiguous',
          next: { kind: 'needsCode', alternatives: APPS },
          submission: submission.reference,
        });
  };
  const response = await level0.pay(id, { alias: { value, type: 'UID' } });
  expect([response.status, response.body.errorCode]).toEqual([400, 'ALIAS_NOT_UNIQUE']);
  submitted = [];
  return id;
}
const pageUrl = (id: string): string => `${world.http.baseUrl}/pay/${id}`;
/** The hidden field `state` of the form on the payment page. */
const formState = async (id: string): Promise<string> =>
  (await getPage(pageUrl(id))).document.querySelector('input[name=state]')?.getAttribute('value') ?? '';

describe('a payment by an alias that several apps know', () => {
  it('is paid with the app that the payer chooses by its label', async () => {
    const id = await createAmbiguousPayment('customer-7');
    const page = await getPage(pageUrl(id));
    expect(page.document.querySelectorAll('.apps .tile').map((tile) => tile.textContent.trim())).toEqual(['Bank Dębowy', 'Bank Morski']);
    expect(page.html).not.toMatch(/app-[12]|customer-7/);
    expect((await postForm(`${pageUrl(id)}/app`, { app: '1', state: await formState(id) })).status).toBe(303);
    expect(submitted).toMatchObject([{ kind: 'alias', value: wireValueOf('UID', shop.serviceId, 'customer-7'), app: 'app-2' }]);
    expect((await getPage(pageUrl(id))).text).toContain('confirm PLN 12.30');
    await shop.reportAttempt(id, { outcome: 'paid' });
    expect(await shop.readStatus(id)).toBe('paid');
  });

  it('has no list of apps any more after it is paid, and its alias has no chosen app', async () => {
    const id = await createAmbiguousPayment();
    await postForm(`${pageUrl(id)}/app`, { app: '0', state: await formState(id) });
    await shop.reportAttempt(id, { outcome: 'paid' });
    const [row] = await world.database.query<{ next: { kind: string } }[]>('SELECT next FROM payment_attempt WHERE transaction_id = $1', [
      id,
    ]);
    expect(JSON.stringify(row)).not.toMatch(/app-[12]|Morski/);
    expect((await level0.listAliasRows()).map(({ key }) => key)).toEqual([null]);
  });

  it('can be paid with a code instead', async () => {
    const id = await createAmbiguousPayment();
    await postForm(`${pageUrl(id)}/code`, { code: '777123', state: await formState(id) });
    expect(submitted).toMatchObject([{ kind: 'code', code: '777123' }]);
  });

  it('is submitted once when the form is sent six times concurrently', async () => {
    const id = await createAmbiguousPayment();
    const state = await formState(id);
    await Promise.all(times(6, () => postForm(`${pageUrl(id)}/app`, { app: '0', state })));
    expect(submitted).toHaveLength(1);
  });

  it('is not submitted with an app that the acquirer did not list, or when no app is to be chosen', async () => {
    const id = await createAmbiguousPayment();
    const pickApp = world.get(PickAppService);
    const unambiguousId = await level0.createUnpaidPayment();
    await shop.beginAttempt(unambiguousId, 'blik-level0');
    for (const [payment, key] of [
      [id, 'app-3'],
      [id, ''],
      [unambiguousId, 'app-1'],
      [await level0.createUnpaidPayment(), 'app-1'],
      ['x', 'app-1'],
    ] as const)
      expect(await pickApp.run(payment, key, PAYER)).toEqual({ ok: false, problem: 'not_possible_now' });
    expect(submitted).toEqual([]);
  });
});
