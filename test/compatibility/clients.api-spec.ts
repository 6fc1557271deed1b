import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { moveToNoon } from '../support/noon.js';
import { createAndPay } from '../support/paid-payment.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { OLDER_CLIENTS } from './clients/all.js';
import { createBlikTestData } from './support/blik-test-data.js';
import { type OlderResponse, olderRequest, type OlderRequest } from './support/older-request.js';
import { areaOf, type ClientCall, type OlderClient, unreadableValues } from './support/older-client.js';

let world: World;
let shop: Shop;
let sms: SmsShop;
const ids: Record<string, string> = {};
/** Functions that create a value that only one call can use, by name. */
const valueCreators: Record<string, () => Promise<string> | string> = {};
const tokens = new Map<OlderClient['token'], string>();
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  await moveToNoon(world);
  shop = await world.createPartnerShop({ silent: true });
  sms = await createSmsShop(world, { partnerId: shop.partnerId, numbers: [7055, 7255] });
  const paymentServiceId = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' })).id;
  const billing = { surname: null, street: 'Prosta', city: null, postalCode: '00-001', country: 'PL' };
  const createPayment = async (): Promise<string> =>
    (await world.http.post(`/payment/${paymentServiceId}/transactions`, { token: shop.token, body: { amount: 12.3, billing } })).body.data
      .transactionId;
  Object.assign(ids, { db: shop.serviceId, sms: sms.serviceId, pay: paymentServiceId });
  ids['dbNew'] = (await shop.create({ phoneNumber: '48500600700', control: 'order-1' })).body.data.transactionId;
  ids['dbPaid'] = (await shop.create()).body.data.transactionId;
  await payerOf(world, ids['dbPaid']!).pay();
  await sms.buyCode();
  ids['smsTx'] = String((await sms.get('/transactions')).body.data[0].id);
  ids['payOpen'] = await createPayment();
  ids['payCancelled'] = await createPayment();
  await world.asOwner(`UPDATE payment_transaction SET status = 'transaction_canceled' WHERE id = $1`, [ids['payCancelled']]);
  const createPaidPayment = (amount: number): Promise<string> =>
    createAndPay({ http: world.http, token: shop.token, serviceId: paymentServiceId }, amount);
  ids['payPaid'] = await createPaidPayment(99);
  const blik = await createBlikTestData(world, shop.token, paymentServiceId);
  Object.assign(ids, blik.ids);
  Object.assign(valueCreators, { code: () => sms.buyCode(), payWhole: () => createPaidPayment(12.3), ...blik.createValue });
  for (const tier of [undefined, 'A', 'B'] as const) tokens.set(tier, (await shop.newToken({ compatibility: tier ?? null })).token);
});
afterAll(() => world.stop());

/** Replaces names in braces by ids. */
const fillIds = (text: string): string => text.replace(/\{(\w+)\}/g, (placeholder, name: string) => ids[name] ?? placeholder);

/** Sends a call with the client's headers. */
async function send(client: OlderClient, { method, path, body }: Pick<ClientCall, 'method' | 'path' | 'body'>): Promise<OlderResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  for (const [name, create] of Object.entries(valueCreators)) if (`${path}${text ?? ''}`.includes(`{${name}}`)) ids[name] = await create();
  const call: OlderRequest = {
    headers: client.headers(tokens.get(client.token) ?? ''),
    ...(text !== undefined && { body: fillIds(text) }),
  };
  return olderRequest(world.http.baseUrl, method, fillIds(path), call);
}

/** The reasons why the client cannot use the response. */
async function problemsWith(client: OlderClient, call: ClientCall): Promise<string[]> {
  const response = await send(client, call);
  const hasSucceeded = call.status === undefined ? response.status >= 200 && response.status < 300 : response.status === call.status;
  return hasSucceeded ? unreadableValues(response.body, call.reads) : [`${response.status} ${response.text}`];
}

describe.each(OLDER_CLIENTS)('$name $version', (client) => {
  const workingCalls = client.calls.filter(({ brokenBecause }) => brokenBecause === undefined);
  for (const call of workingCalls)
    it(`${areaOf(call)}: ${call.name}`, async () => {
      expect(await problemsWith(client, call)).toEqual([]);
    });

  it('cannot read the responses to calls that are marked as broken', async () => {
    for (const call of client.calls.filter(({ brokenBecause }) => brokenBecause !== undefined)) {
      const problems = await problemsWith(client, call);
      expect(problems).not.toEqual([]);
      expect(problems.filter((problem) => problem.includes('empty list'))).toEqual([]);
    }
  });

  it('can read errors', async () => {
    const rejectedCalls: Pick<ClientCall, 'method' | 'path' | 'body'>[] = [
      { method: 'GET', path: '/sms/ffffffff' },
      { method: 'POST', path: '/directbilling/{db}/transactions', body: { amount: 'much' } },
      { method: 'POST', path: '/payment/{pay}/transactions/{payOpen}/refunds' },
    ];
    const responses = await Promise.all(rejectedCalls.map((call) => send(client, call)));
    expect(responses.map(({ status }) => status)).toEqual([404, 422, 409]);
    expect(responses.flatMap(({ body }) => unreadableValues(body, client.error))).toEqual([]);
  });
});

describe('without client compatibility', () => {
  it('at least eight clients have a call that fails', async () => {
    const { token } = await shop.newToken();
    const failingClients = new Set<string>();
    for (const client of OLDER_CLIENTS)
      for (const call of client.calls.filter(({ brokenBecause }) => brokenBecause === undefined)) {
        const withoutOwnHeaders = { ...client, headers: () => ({ Authorization: `Bearer ${token}` }) };
        if ((await problemsWith(withoutOwnHeaders, call)).length > 0) failingClients.add(client.name);
      }
    expect(failingClients.size).toBeGreaterThanOrEqual(8);
  });
});
