import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { type FetchedPage, getPage, postForm } from '../checkout/support/page.js';
import { moveToNoon } from '../support/noon.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';
import { fakeMandateResult } from './support/fake-mandates.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { paymentWorld, type PaymentWorld } from './support/payment-shop.js';
import { MANDATE_PAYER, subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let payments: PaymentWorld;
let shop: SubscriptionShop;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '2' });
  await moveToNoon(world);
  payments = paymentWorld(world);
  shop = await subscriptionShop(payments);
});
beforeEach(() => shop.fakeMandates.reset());
afterAll(() => stopAndVerifyLedger(world));

let lastNumber = 0;
/** The field `subscription` of a payment: an offer that the payer can accept on the payment page. */
const offer = (change: Record<string, unknown> = {}) => ({
  alias: { value: `offered-${(lastNumber += 1)}`, type: 'PAYID', label: 'Books of the month' },
  options: shop.modelATerms({ transactionsCountLimit: 4 }),
  ...change,
});
/** A payer with an e-mail address of its own, so that no payment is held for too many payments of one address. */
const newPayer = () => ({ ...MANDATE_PAYER, customer: { ...MANDATE_PAYER.customer, email: `offered-${(lastNumber += 1)}@example.com` } });
const createPayment = (subscription: unknown, body: Record<string, unknown> = {}) =>
  shop.create({ amount: 0, ...newPayer(), subscription, ...body });
const createOffer = async (subscription: unknown = offer(), body: Record<string, unknown> = {}): Promise<string> => {
  const response = await createPayment(subscription, body);
  expect([response.status, response.body.errors]).toEqual([200, undefined]);
  return response.body.data.transactionId as string;
};

const pageUrl = (id: string): string => `${world.http.baseUrl}/pay/${id}`;
const openPage = (id: string): Promise<FetchedPage> => getPage(pageUrl(id));
/** The hidden fields of the form on a page, as a browser sends them. */
const hiddenFields = ({ document }: FetchedPage): Record<string, string> =>
  Object.fromEntries(
    document
      .querySelectorAll('main form input[type=hidden]')
      .map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
  );
const submitCode = async (id: string, code = '777123', page?: FetchedPage): Promise<FetchedPage> =>
  postForm(`${pageUrl(id)}/agree`, { ...hiddenFields(page ?? (await openPage(id))), code });
const heading = async (id: string): Promise<string | undefined> => (await openPage(id)).document.querySelector('h1')?.textContent;

async function subscriptionOf(id: string): Promise<Record<string, unknown>> {
  const [row] = await world.database.query<Record<string, unknown>[]>(
    'SELECT * FROM payment_subscription WHERE transaction_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [id],
  );
  return row ?? {};
}

describe('a payment that offers a subscription', () => {
  it.each([
    [{ options: { model: 'X' } }, 'subscription.options.model'],
    [{ options: { model: 'M', frequency: '0D' } }, 'subscription.options.frequency'],
    [{ options: { model: 'M', frequency: '1w' } }, 'subscription.options.frequency'],
    [{ options: { model: 'O', amountLimitTotal: 1 } }, 'subscription.options.amountLimitTotal'],
    [{ options: { model: 'O', expiresAt: '2026-02-30' } }, 'subscription.options.expiresAt'],
    [{ options: { model: 'O', expiresAt: '2020-01-01' } }, 'subscription.options.expiresAt'],
    [{ options: { model: 'A' } }, 'subscription.options.amountLimitPerTransaction'],
    [{ options: 'A' }, 'subscription.options'],
    [{ alias: { type: 'PAYID' } }, 'subscription.alias.value'],
    [{ alias: { value: 'x', type: 'UID' } }, 'subscription.alias.type'],
    [{ alias: { value: 'x', type: 'PAYID', label: 'x'.repeat(36) } }, 'subscription.alias.label'],
    [{ alias: { value: '', type: 'PAYID' } }, 'subscription.alias.value'],
    [{ alias: { value: 'x', type: 'PAYID', label: '\n' } }, 'subscription.alias.label'],
    [{ alias: { value: '   ', type: 'PAYID' } }, 'subscription.alias.value'],
    [{ options: { model: 'O', initiationDate: '9999-12-31' } }, 'subscription.options.initiationDate'],
    [{ descriptions: { line1: 'x'.repeat(36) } }, 'subscription.descriptions.line1'],
    [{ descriptions: { line2: '4111 1111 1111 1111' } }, 'subscription.descriptions.line2'],
  ])('is validated like a subscription that is created by the API: %j', async (change, field) => {
    const response = await createPayment(offer(change));
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, expect.arrayContaining([field])]);
  });

  it('is accepted only for the recurring channel, and only with options that this channel supports', async () => {
    expect((await createPayment(offer(), { directChannel: 'blik', amount: 10 })).body.errors).toHaveProperty('subscription');
    expect((await createPayment(offer(), { directChannel: null, amount: 10 })).body.errors).toHaveProperty('subscription');
    const { capabilities } = payments.acquirer;
    const capability = capabilities['blik-recurrent'];
    if (!capability) throw new Error('The connector does not serve blik-recurrent');
    try {
      capabilities['blik-recurrent'] = { ...capability, recurring: { models: ['M'], supportsSetupPayments: false, banks: [] } };
      expect((await createPayment(offer())).body.errors).toHaveProperty(['subscription.options.model']);
      expect((await createPayment(offer({ options: { model: 'M' } }))).body.errors).toHaveProperty('amount');
      expect((await createPayment(offer({ options: { model: 'M' } }), { amount: 10 })).status).toBe(200);
    } finally {
      capabilities['blik-recurrent'] = capability;
    }
  });

  it('cannot get another channel in the database', async () => {
    const id = await createOffer();
    await expect(world.database.query(`UPDATE payment_transaction SET direct_channel = 'blik' WHERE id = $1`, [id])).rejects.toThrow();
  });

  it('is accepted by the payer on the payment page, and the stored consent evidence cannot be changed', async () => {
    const subscription = offer({ descriptions: { line1: 'Vol. 1' } });
    const id = await createOffer(subscription, { description: 'A book a month' });
    const page = await openPage(id);
    expect(page.text).toContain('BLIK Recurring Payments');
    expect(page.text).toContain('Bank Dębowy');
    expect([await shop.attempts(id), shop.fakeMandates.registered]).toEqual([[], []]);

    const response = await submitCode(id, '777 123', page);
    expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${id}`]);
    expect(shop.fakeMandates.registered).toMatchObject([
      { model: 'A', code: '777123', alias: { value: subscription.alias.value, label: 'Books of the month' }, lines: ['Vol. 1'] },
    ]);
    expect((await openPage(id)).text).toContain('It shows this agreement: confirm it there.');

    const row = await subscriptionOf(id);
    await shop.reportMandate(String(row['id']), { outcome: 'active' });
    expect([await heading(id), await shop.readStatus(id)]).toEqual(['Agreed', 'paid']);
    const evidence = row['consent_evidence'] as { values: Record<string, string>; shownAt: string; address: string };
    expect(evidence).toMatchObject({
      language: 'en',
      textVersion: expect.stringMatching(/^[0-9a-f]{12}$/),
      address: expect.stringContaining('127.0.0.1'),
    });
    expect(evidence.values).toMatchObject({
      item: 'A book a month',
      label: 'Books of the month',
      each: 'At most PLN\u00a030.00',
      often: 'Every month',
    });
    const receipt = await openPage(id);
    for (const evidenceValue of [...Object.values(evidence.values), evidence.address]) {
      const isOnReceipt =
        evidenceValue !== evidence.values['method'] &&
        evidenceValue !== evidence.values['intro'] &&
        evidenceValue !== evidence.values['seller'];
      expect(!isOnReceipt || receipt.text.includes(evidenceValue.replaceAll('\u00a0', ' '))).toBe(true);
    }
    for (const replacement of [`'{}'`, 'NULL'])
      await expect(
        world.asOwner(`UPDATE payment_subscription SET consent_evidence = ${replacement} WHERE id = $1`, [row['id']]),
      ).rejects.toThrow('the terms of subscription');
  });

  it('is accepted once when the form is sent eight times concurrently', async () => {
    const id = await createOffer();
    const page = await openPage(id);
    await Promise.all(times(8, () => submitCode(id, '777123', page)));
    expect([shop.fakeMandates.registered.length, (await shop.attempts(id)).length]).toEqual([1, 1]);
  });

  it('accepts another code after a declined one, and at most five codes', async () => {
    const id = await createOffer();
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason: 'not_supported' });
    expect((await submitCode(id)).status).toBe(303);
    const pageAfterDecline = await openPage(id);
    expect(pageAfterDecline.document.querySelector('#failure')?.textContent).toContain('one of the banks below');
    expect(pageAfterDecline.text).toContain('4 codes left');
    shop.fakeMandates.onRegister = () => fakeMandateResult({ outcome: 'failed', reason: 'code_expired' });
    for (let codeNumber = 2; codeNumber <= 5; codeNumber += 1) await submitCode(id);
    expect([shop.fakeMandates.registered.length, await shop.readStatus(id), await heading(id)]).toEqual([5, 'failure', 'Payment not made']);
    expect((await submitCode(id)).status).toBe(303);
    expect(shop.fakeMandates.registered).toHaveLength(5);
  });

  it('offers the subscription again when the payer declines in the app, and the same alias can be registered', async () => {
    const id = await createOffer();
    await submitCode(id);
    await shop.reportMandate(String((await subscriptionOf(id))['id']), { outcome: 'failed', reason: 'payer_declined' });
    const pageAfterDecline = await openPage(id);
    expect([
      pageAfterDecline.document.querySelector('h1')?.textContent,
      pageAfterDecline.document.querySelector('#failure')?.textContent,
    ]).toEqual(['BLIK Recurring Payments', expect.stringContaining('You or your bank declined')]);
    await submitCode(id);
    const row = await subscriptionOf(id);
    await shop.reportMandate(String(row['id']), { outcome: 'active' });
    expect([await shop.statesWithAlias(String(row['id'])), await shop.readStatus(id)]).toEqual([['active', 'active'], 'paid']);
  });

  it('with an alias that is already used asks the payer to tell the shop, and does not call the acquirer', async () => {
    const { value } = await shop.createActive();
    const id = await createOffer(offer({ alias: { value, type: 'PAYID' } }));
    const response = await submitCode(id);
    expect([response.status, response.document.querySelector('#errors')?.textContent]).toEqual([
      422,
      expect.stringContaining('tell the shop'),
    ]);
    expect([shop.fakeMandates.registered.length, (await shop.attempts(id)).length]).toEqual([1, 0]);
  });

  it('can be accepted after a request that did not reach the acquirer', async () => {
    const id = await createOffer();
    shop.fakeMandates.onRegister = () => ({ outcome: 'not_sent' });
    expect((await submitCode(id)).status).toBe(503);
    shop.fakeMandates.reset();
    expect((await submitCode(id)).status).toBe(303);
    expect(shop.fakeMandates.registered).toHaveLength(1);
  });

  it('changes the state that waiting pages poll whenever the mandate changes', async () => {
    const id = await createOffer(offer(), { amount: 10 });
    const state = async (): Promise<string> => ((await (await fetch(`${pageUrl(id)}/status`)).json()) as { state: string }).state;
    const states = [await state()];
    await submitCode(id);
    states.push(await state());
    await shop.reportMandate(String((await subscriptionOf(id))['id']), { outcome: 'active' });
    states.push(await state());
    expect(new Set(states).size).toBe(3);
    expect((await openPage(id)).document.querySelector('[data-state]')?.getAttribute('data-state')).toBe(states[2]);
  });

  it('is not shown by the API, whose contract has no such field', async () => {
    const { body } = await shop.get(`/transactions/${await createOffer()}`);
    expect(Object.keys(body.data)).not.toContain('subscription');
  });
});

describe('a recurring payment without an offer', () => {
  it('accepts no code on its page, and shows the mandate terms while the bank’s app asks the payer', async () => {
    const id = await shop.createRecurringPayment(0);
    expect((await openPage(id)).text).toContain('The shop asks for your BLIK code on its own page');
    expect((await postForm(`${pageUrl(id)}/agree`, { code: '777123' })).status).toBe(303);
    expect((await postForm(`${pageUrl(id)}/method`, { channel: 'blik-recurrent', code: '777123' })).status).toBe(422);
    expect([await shop.attempts(id), shop.fakeMandates.registered]).toEqual([[], []]);
    await shop.subscribe(await shop.createRequestBody({ transactionId: id, options: shop.modelATerms() }));
    const page = await openPage(id);
    expect(page.text).toContain('It shows this agreement: confirm it there.');
    expect(page.text).toContain('At most PLN 30.00');
    const row = await subscriptionOf(id);
    expect(row['consent_evidence']).toBeNull();
    await shop.reportMandate(String(row['id']), { outcome: 'active' });
    const receipt = await openPage(id);
    expect(receipt.text).toContain('The agreement is in force.');
    expect(receipt.document.querySelector('#proof-title')).toBeNull();
  });
});

describe('a charge that waits for its payer', () => {
  /**
   * Creates a charge that needs the payer’s confirmation: the payer has paid twice with the same e-mail address,
   * and `PAYMENT_HOLD_PER_EMAIL` is 2.
   */
  const createWaitingCharge = async (): Promise<{ id: string; subscription: string }> => {
    const { id: subscription } = await shop.createActive(shop.modelATerms());
    const customer = newPayer().customer;
    for (let paid = 0; paid < 2; paid += 1) {
      const id = await shop.createNewPayment({ customer });
      await shop.beginAttempt(id);
      await shop.reportAttempt(id, { outcome: 'paid' });
    }
    const id = await shop.createRecurringPayment(10, { customer });
    const pageBefore = await openPage(id);
    expect((await shop.autopay(subscription, { transactionId: id })).body.data).toEqual({ needsUserConfirmation: true });
    expect(pageBefore.document.querySelector('[data-state]')?.getAttribute('data-state')).not.toBe(
      (await openPage(id)).document.querySelector('[data-state]')?.getAttribute('data-state'),
    );
    return { id, subscription };
  };

  it('is made once when the payer confirms it on its page', async () => {
    const { id } = await createWaitingCharge();
    const page = await openPage(id);
    expect(page.text).toContain('The shop wants to charge PLN 10.00 under “Books of the month”');
    const fields = hiddenFields(page);
    await Promise.all(times(5, () => postForm(`${pageUrl(id)}/charge`, fields)));
    expect([shop.fakeMandates.charged.length, await shop.readStatus(id)]).toEqual([1, 'paid']);
    const receipt = await openPage(id);
    expect(receipt.text).toContain('Charged underBooks of the month');
    expect(receipt.text).toContain('Next charge');
  });

  it('is not made when the payer declines it on its page, and counts against no limit of the mandate', async () => {
    const { id, subscription } = await createWaitingCharge();
    await postForm(`${pageUrl(id)}/refuse`, hiddenFields(await openPage(id)));
    expect([shop.fakeMandates.charged, await shop.readStatus(id)]).toEqual([[], 'canceled']);
    expect((await openPage(id)).text).toContain('Nothing was taken');
    expect(await shop.findRow(subscription)).toMatchObject({ charge_count: 0, charge_minor: '0' });
  });
});

describe('an offer whose end has passed', () => {
  it('is rejected', async () => {
    const expiresAt = new Date(world.get(BusinessClock).now().getTime() + 30 * 60_000).toISOString();
    const id = await createOffer(offer({ options: { model: 'O', expiresAt } }));
    const page = await openPage(id);
    await world.moveTimeForward({ minutes: 31 });
    const response = await submitCode(id, '777123', page);
    expect([response.status, response.text.includes('This offer is out of date')]).toEqual([422, true]);
    expect(shop.fakeMandates.registered).toEqual([]);
  });
});
