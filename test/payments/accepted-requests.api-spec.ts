import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOCALES } from '../../src/common/locale.js';
import { runCommandWith } from '../cli/cli-world.js';
import { startWorld, type World } from '../support/world.js';
import { type AnyPayment, anyDirectBilling, anyPayment } from './support/random-payment.js';
import { type PaymentShop, type PaymentWorld, paymentWorld } from './support/payment-shop.js';

/** `JOURNEYS` and `FC_SEED` set the number and the seed of the generated create requests. A failure prints its seed. */
const JOURNEYS = Number(process.env['JOURNEYS'] ?? 25);
const RUNS = { numRuns: JOURNEYS };

let world: World;
let payments: PaymentWorld;
let shop: PaymentShop;
beforeAll(async () => {
  world = await startWorld();
  payments = paymentWorld(world);
  shop = await payments.openPaymentShop();
});
afterAll(() => world.stop());

/** By state: moves a new payment to this state before its page is opened again. */
const MOVE_TO = {
  new: () => Promise.resolve(),
  started: (id: string) => shop.beginAttempt(id, 'card'),
  paid: async (id: string) => {
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'paid' });
  },
  failed: async (id: string) => {
    await shop.beginAttempt(id, 'card');
    await shop.reportAttempt(id, { outcome: 'failed', reason: 'insufficient_funds' });
  },
  canceled: (id: string) => fetch(`${world.http.baseUrl}/pay/${id}/cancel`, { method: 'POST', redirect: 'manual' }),
};
const anyState = fc.constantFrom(...(Object.keys(MOVE_TO) as (keyof typeof MOVE_TO)[]));

/** `stay=1` requests the page that does not reload itself. */
async function expectPageInAllLanguages(path: string): Promise<void> {
  for (const locale of LOCALES) {
    const page = await fetch(`${world.http.baseUrl}${path}?lang=${locale}&stay=1`);
    const html = await page.text();
    expect([locale, page.status, html.includes(`<html lang="${locale}"`), /NaN|undefined|\[object|∞/.exec(html)]).toEqual([
      locale,
      200,
      true,
      null,
    ]);
  }
}

/** The body as it is sent: JSON has no undefined members. */
const asSent = <T>(body: T): T => JSON.parse(JSON.stringify(body)) as T;

async function expectStored(id: string, body: AnyPayment): Promise<void> {
  const { data } = (await shop.get(`/transactions/${id}`)).body;
  const { billing, shipping, cart, control, description } = asSent({
    ...{ billing: null, shipping: null, cart: null, control: null, description: null },
    ...body,
  });
  expect(data).toMatchObject({ id, control, description });
  expect({ billing: data.billing, shipping: data.shipping, cart: data.cart }).toEqual({ billing, shipping, cart });
}

async function expectListed(get: PaymentShop['get'], id: string, control: string | null | undefined): Promise<void> {
  const filter = control ? `&filter[control]=${encodeURIComponent(control)}` : '';
  const { status, body } = await get(`/transactions?limit=100${filter}`);
  expect([status, body.data.map((listed: { id: string }) => listed.id)]).toEqual([200, expect.arrayContaining([id])]);
}

describe(`${JOURNEYS} create requests that every rule accepts`, () => {
  it('make payments whose page in every language and state, API response and list entry can be read', async () => {
    const paymentIds: string[] = [];
    await fc.assert(
      fc.asyncProperty(anyPayment, anyState, async (body, state) => {
        const created = await shop.create({}, { body });
        expect([created.status, created.body.errors]).toEqual([200, undefined]);
        const id = created.body.data.transactionId as string;
        await expectPageInAllLanguages(`/pay/${id}`);
        await MOVE_TO[state](id);
        if (state !== 'new') await expectPageInAllLanguages(`/pay/${id}`);
        await expectStored(id, body);
        await expectListed(shop.get, id, body.control);
        paymentIds.push(id);
      }),
      RUNS,
    );
    await world.moveTimeForward({ hours: 2 });
    while (await payments.expirePayments());
    for (const id of paymentIds.slice(-5)) {
      await expectPageInAllLanguages(`/pay/${id}`);
      const { code, out, err } = await runCommandWith({ ...world.settings }, ['transaction', 'show', id, '--json']);
      expect([code, err, JSON.parse(out)]).toMatchObject([0, '', { transaction: { id } }]);
    }
  });

  it('make phone bill payments whose page in every language, API response and list entry can be read', async () => {
    await fc.assert(
      fc.asyncProperty(anyDirectBilling, async (body) => {
        const created = await shop.shop.post('/transactions', body);
        expect([created.status, created.body.errors]).toEqual([200, undefined]);
        const id = created.body.data.transactionId as string;
        await expectPageInAllLanguages(`/pay/directbilling/${id}`);
        const { data } = (await shop.shop.get(`/transactions/${id}`)).body;
        expect(data).toMatchObject({ id, control: body.control ?? null });
        await expectListed(shop.shop.get, id, body.control);
      }),
      { ...RUNS, numRuns: Math.ceil(JOURNEYS / 2) },
    );
  });
});
