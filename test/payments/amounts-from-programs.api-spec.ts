import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATORS } from '../../src/connectors/operators/operator.port.js';
import { ChangeTariffService } from '../../src/products/direct-billing/commission/change-tariff.service.js';
import { type Run, runCommandWith } from '../cli/cli-world.js';
import { type LinkShop, linkShop } from '../links/support/link-shop.js';
import type { HttpResponse } from '../support/http-client.js';
import type { Shop } from '../support/shop.js';
import { moveToNoon } from '../support/noon.js';
import { startWorld, type World } from '../support/world.js';
import { paymentWorld } from './support/payment-shop.js';
import { type RefundShop, refundShop } from './support/refund-shop.js';
import { MANDATE_PAYER, subscriptionShop, type SubscriptionShop } from './support/subscription-shop.js';

let world: World;
let shop: Shop;
let payment: SubscriptionShop;
let refunds: RefundShop;
let links: LinkShop;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  await moveToNoon(world);
  shop = await world.createPartnerShop({ silent: true });
  payment = await subscriptionShop(paymentWorld(world), { shop });
  refunds = refundShop(world, payment);
  links = await linkShop(world, { shop });
  await world.get(ChangeTariffService).run(shop.serviceId, OPERATORS, { maxGrossMinor: 50_000 }); // by default 100.00
  folder = await mkdtemp(join(tmpdir(), 'amounts-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

/** Sends JSON as text, because `JSON.stringify` would print a number in another way than the program in question. */
const post = (path: string, json: string): Promise<HttpResponse> => world.http.post(path, { token: shop.token, body: json });
const createPayment = (json: string) => post(`/payment/${payment.serviceId}/transactions`, json);
const createPhoneBill = (json: string) => post(`/directbilling/${shop.serviceId}/transactions`, json);
const dataOf = async (response: Promise<HttpResponse>) => {
  const { status, body, text } = await response;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body.data;
};
const run = (...argv: string[]): Promise<Run> => runCommandWith({ ...world.settings }, argv);
const runJson = async (...argv: string[]) => {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
};

/** What a program sends, and the amount that it means. */
const SENT: [program: string, sent: string, amount: number][] = [
  ['PHP with serialize_precision = 17 (39.98)', '39.979999999999997', 39.98],
  ['PHP with serialize_precision = 17 (24.95)', '24.949999999999999', 24.95],
  ['JavaScript (1.1 + 2.2)', '3.3000000000000003', 3.3],
  ['Java with new BigDecimal(39.98)', '39.97999999999999687361196265555918216705322265625', 39.98],
  ['a database with six decimals (129.9)', '129.900000', 129.9],
  ['a database with six decimals (150)', '150.000000', 150],
];

/** Creates a subscription with these limits. `"?"` in them becomes the amount. @returns its row */
async function subscribe(limits: Record<string, unknown>, amount: string): Promise<Record<string, unknown>> {
  const request = await payment.createRequestBody({ options: payment.modelATerms(limits) });
  const json = JSON.stringify(request).replaceAll('"?"', amount);
  const { subscriptionId } = await dataOf(post(`/payment/${payment.serviceId}/blik/subscriptions`, json));
  return payment.findRow(subscriptionId);
}

/** By the place where an amount is sent: how to send it, and the amount that is then shown there. */
const PLACES: Record<string, (amount: string) => Promise<unknown>> = {
  async 'an online payment'(amount) {
    const { transactionId } = await dataOf(createPayment(`{"amount":${amount}}`));
    return (await dataOf(payment.get(`/transactions/${transactionId}`))).amount.value;
  },
  async 'a phone bill'(amount) {
    const { transactionId } = await dataOf(createPhoneBill(`{"amount":${amount}}`));
    return (await dataOf(shop.get(`/transactions/${transactionId}`))).value;
  },
  async 'the price of a cart item'(amount) {
    const item = `{"name":"A golden sword","quantity":1,"price":${amount},"producer":null,"category":null,"code":null}`;
    const { transactionId } = await dataOf(createPayment(`{"amount":5,"cart":[${item}]}`));
    return (await dataOf(payment.get(`/transactions/${transactionId}`))).cart[0].price;
  },
  async 'a refund'(amount) {
    await refunds.createPaidTransaction({ amount: 200 }); // the wallet needs more than one payment, because commission is not given back
    const id = await refunds.createPaidTransaction({ amount: 200 });
    const path = `/payment/${payment.serviceId}/transactions/${id}/refunds`;
    const { refund_id: refundId } = await dataOf(post(path, `{"amount":${amount}}`));
    return (await dataOf(world.http.get(`${path}/${refundId}`, { token: shop.token }))).amount;
  },
  'the amount of a payment link': async (amount) =>
    (await dataOf(post(`/payment/${links.serviceId}/links`, `{"amount":${amount}}`))).amount,
  'the smallest amount of a payment link': async (amount) =>
    (await dataOf(post(`/payment/${links.serviceId}/links`, `{"minAmount":${amount}}`))).min_amount,
  'the largest amount of a payment link': async (amount) =>
    (await dataOf(post(`/payment/${links.serviceId}/links`, `{"maxAmount":${amount}}`))).max_amount,
  async 'the limit of each charge of a subscription'(amount) {
    return Number((await subscribe({ amountLimitPerTransaction: '?', amountLimitTotal: 1_000 }, amount))['amount_limit_minor']) / 100;
  },
  async 'the total limit of a subscription'(amount) {
    return Number((await subscribe({ amountLimitPerTransaction: 1, amountLimitTotal: '?' }, amount))['total_limit_minor']) / 100;
  },
  async 'the total limit of an offered subscription'(amount) {
    const options = payment.modelATerms({ amountLimitPerTransaction: 1, amountLimitTotal: '?' });
    const offer = { amount: 0, ...MANDATE_PAYER, subscription: { alias: { value: `offer-${amount}`, type: 'PAYID' }, options } };
    const { transactionId } = await dataOf(createPayment(JSON.stringify(offer).replaceAll('"?"', amount)));
    const [row] = await world.database.query('SELECT offered_subscription AS subscription FROM payment_transaction WHERE id = $1', [
      transactionId,
    ]);
    return row.subscription.options.amountLimitTotal;
  },
  async 'the parameter of a price calculation'(amount) {
    const { orange } = await dataOf(shop.get(`/calculate?amount=${amount}`));
    const meant = SENT.find(([, sent]) => sent === amount)?.[2] ?? 129.9;
    expect(orange).toEqual((await dataOf(shop.get(`/calculate?amount=${meant}`))).orange);
    return meant;
  },
  'an option of the command line': async (amount) =>
    Number((await runJson('payment', 'link', 'create', '--service', links.serviceId, '--amount', amount)).amount),
  async 'a line of a settlement file'(amount) {
    const path = join(folder, `${amount}.csv`);
    await writeFile(path, `reference,amount\n${amount.replace(/\D/g, '')},${amount}\n`);
    const period = ['--from', '2026-01-01', '--to', '2026-01-02', '--author', 'Anna', '--test'];
    const { id } = await runJson('settlement', 'import', 'orange', path, ...period);
    const [line] = await world.database.query('SELECT amount_minor AS minor FROM settlement_file_line WHERE file_id = $1', [id]);
    return Number(line.minor) / 100;
  },
};
describe.each(SENT)('an amount as printed by %s', (_, sent, amount) => {
  it.each(Object.entries(PLACES))('is accepted as %s', async (_place, send) => expect(await send(sent)).toBe(amount));
});

const MESSAGE = 'must be a number greater than 0 and at most 999999.99, with at most two decimals.';
/** By the place: the message about an amount that is not whole minor units, unless it ends with `MESSAGE`. */
const REJECTIONS: Record<string, string> = {
  'the price of a cart item': `The price ${MESSAGE}`,
  'an option of the command line': 'It must be an amount above 0 and at most 999999.99, with at most two decimals.',
  'a line of a settlement file': 'is not an amount with two decimals such as 12.50',
};

describe.each(['39.981', '39.97999999', '39.98000001', '39.980000001000000001'])('the amount %s', (amount) => {
  it.each(Object.entries(PLACES))('is rejected as %s', async (place, send) => {
    await expect(send(amount)).rejects.toThrow(REJECTIONS[place] ?? MESSAGE);
  });
});

describe('an amount of three decimals, which may be a thousand', () => {
  it.each(['an online payment', 'the parameter of a price calculation'])('is accepted as %s, which a program sends', async (place) => {
    expect(await PLACES[place]?.('129.900')).toBe(129.9);
  });

  it.each(['an option of the command line', 'a line of a settlement file'])('is rejected as %s', async (place) => {
    await expect(PLACES[place]?.('1.000')).rejects.toThrow(REJECTIONS[place]);
  });
});

describe('an optional amount of null', () => {
  it('means that the amount is absent, except in a refund', async () => {
    const link = await dataOf(post(`/payment/${links.serviceId}/links`, '{"amount":null,"minAmount":null,"maxAmount":null}'));
    expect([link.amount, link.min_amount, link.max_amount]).toEqual([null, null, null]);
    const id = await refunds.createPaidTransaction({ amount: 10 });
    const path = `/payment/${payment.serviceId}/transactions/${id}/refunds`;
    const rejected = await post(path, '{"amount":null}');
    expect([rejected.status, rejected.body.errors]).toEqual([422, { amount: [`The amount ${MESSAGE}`] }]);
    expect(await dataOf(world.http.get(path, { token: shop.token }))).toEqual([]);
  });
});
