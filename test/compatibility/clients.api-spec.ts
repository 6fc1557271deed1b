import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { beginAtNoon } from '../support/noon.js';
import { paidPayment } from '../support/paid-payment.js';
import { payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';
import { OLDER_CLIENTS } from './clients/all.js';
import { blikOfClients } from './support/blik-of-clients.js';
import { type OlderResponse, olderRequest, type OlderRequest } from './support/older-request.js';
import { areaOf, type ClientCall, type OlderClient, problemsOf } from './support/older-client.js';

let world: World;
let shop: Shop;
let sms: SmsShop;
const ids: Record<string, string> = {};
/** Creates the values that each call needs anew, by name. */
const fresh: Record<string, () => Promise<string> | string> = {};
const tokens = new Map<OlderClient['token'], string>();
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  await beginAtNoon(world);
  shop = await world.partner({ silent: true });
  sms = await createSmsShop(world, { partnerId: shop.partnerId, numbers: [7055, 7255] });
  const payments = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' })).id;
  const billing = { surname: null, street: 'Prosta', city: null, postalCode: '00-001', country: 'PL' };
  const open = async (): Promise<string> =>
    (await world.http.post(`/payment/${payments}/transactions`, { token: shop.token, body: { amount: 12.3, billing } })).body.data
      .transactionId;
  Object.assign(ids, { db: shop.serviceId, sms: sms.serviceId, pay: payments });
  ids['dbNew'] = (await shop.create({ phoneNumber: '48500600700', control: 'order-1' })).body.data.transactionId;
  ids['dbPaid'] = (await shop.create()).body.data.transactionId;
  await payerOf(world, ids['dbPaid']!).pay();
  await sms.buyCode();
  ids['smsTx'] = String((await sms.get('/transactions')).body.data[0].id);
  ids['payOpen'] = await open();
  ids['payCancelled'] = await open();
  await world.asOwner(`UPDATE payment_transaction SET status = 'transaction_canceled' WHERE id = $1`, [ids['payCancelled']]);
  const paid = (amount: number): Promise<string> => paidPayment({ http: world.http, token: shop.token, serviceId: payments }, amount);
  ids['payPaid'] = await paid(99);
  const blik = await blikOfClients(world, shop.token, payments);
  Object.assign(ids, blik.ids);
  Object.assign(fresh, { code: () => sms.buyCode(), payWhole: () => paid(12.3), ...blik.fresh });
  for (const tier of [undefined, 'A', 'B'] as const) tokens.set(tier, (await shop.newToken({ compatibility: tier ?? null })).token);
});
afterAll(() => world.stop());

const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);

/** Sends a call with the client's headers. */
async function send(client: OlderClient, { method, path, body }: Pick<ClientCall, 'method' | 'path' | 'body'>): Promise<OlderResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  for (const [name, make] of Object.entries(fresh)) if (`${path}${text ?? ''}`.includes(`{${name}}`)) ids[name] = await make();
  const call: OlderRequest = { headers: client.headers(tokens.get(client.token) ?? ''), ...(text !== undefined && { body: filled(text) }) };
  return olderRequest(world.http.baseUrl, method, filled(path), call);
}

/** The reasons why the client cannot use the response. */
async function problemsWith(client: OlderClient, call: ClientCall): Promise<string[]> {
  const answer = await send(client, call);
  const succeeded = call.status === undefined ? answer.status >= 200 && answer.status < 300 : answer.status === call.status;
  return succeeded ? problemsOf(answer.body, call.reads) : [`${answer.status} ${answer.text}`];
}

describe.each(OLDER_CLIENTS)('$name $version', (client) => {
  const works = client.calls.filter(({ broken }) => broken === undefined);
  for (const call of works)
    it(`${areaOf(call)}: ${call.name}`, async () => {
      expect(await problemsWith(client, call)).toEqual([]);
    });

  it('fails in its own code for calls that no server can fix', async () => {
    for (const call of client.calls.filter(({ broken }) => broken !== undefined)) {
      const problems = await problemsWith(client, call);
      expect(problems).not.toEqual([]);
      expect(problems.filter((each) => each.includes('empty list'))).toEqual([]);
    }
  });

  it('can read errors', async () => {
    const refused: Pick<ClientCall, 'method' | 'path' | 'body'>[] = [
      { method: 'GET', path: '/sms/ffffffff' },
      { method: 'POST', path: '/directbilling/{db}/transactions', body: { amount: 'much' } },
      { method: 'POST', path: '/payment/{pay}/transactions/{payOpen}/refunds' },
    ];
    const answers = await Promise.all(refused.map((each) => send(client, each)));
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 409]);
    expect(answers.flatMap(({ body }) => problemsOf(body, client.error))).toEqual([]);
  });
});

describe('without client compatibility', () => {
  it('most clients have a call that fails', async () => {
    const strict = { ...shop, token: (await shop.newToken()).token };
    const failing = new Set<string>();
    for (const client of OLDER_CLIENTS)
      for (const call of client.calls.filter(({ broken }) => broken === undefined)) {
        const asToday = { ...client, headers: () => ({ Authorization: `Bearer ${strict.token}` }) };
        if ((await problemsWith(asToday, call)).length > 0) failing.add(client.name);
      }
    expect(failing.size).toBeGreaterThanOrEqual(8);
  });
});
