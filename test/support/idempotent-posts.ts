import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop } from '../sms/sms-shop.js';
import type { HttpResponse } from './http-client.js';
import { createAndPay } from './paid-payment.js';
import type { Shop } from './shop.js';
import type { World } from './world.js';

/** A request that a test sends more than once with the same idempotency key. */
export interface RepeatableRequest {
  send(key: string): Promise<HttpResponse>;
  /** The number of times that the request took effect. */
  countEffects(): Promise<number>;
}

/** A new partner who sends the request. The gateway needs the setting SMS_CONNECTOR_SECRET, because one request checks an SMS code. */
interface Sender extends Pick<World, 'http' | 'get'> {
  shop: Shop;
}

const totalOf = (list: HttpResponse): number => list.body.pagination.total;

const newTransaction = ({ shop }: Sender): Promise<RepeatableRequest> =>
  Promise.resolve({
    send: (key) => shop.post('/transactions', { amount: 5, control: 'idempotent' }, { headers: { 'Idempotency-Key': key } }),
    countEffects: async () => totalOf(await shop.get('/transactions')),
  });

const newPayment = async ({ shop: { partnerId, token }, http, get }: Sender): Promise<RepeatableRequest> => {
  const { id } = await get(CreateServiceForPayments).run({ partnerId, name: 'Books' });
  const path = `/payment/${id}/transactions`;
  return {
    send: (key) => http.post(path, { token, body: { amount: 5, control: 'idempotent' }, headers: { 'Idempotency-Key': key } }),
    countEffects: async () => totalOf(await http.get(path, { token })),
  };
};

const newRefund = async ({ shop: { partnerId, token }, http, get }: Sender): Promise<RepeatableRequest> => {
  const { id: serviceId } = await get(CreateServiceForPayments).run({ partnerId, name: 'Books' });
  const payment = await createAndPay({ http, token, serviceId }, 50);
  const path = `/payment/${serviceId}/transactions/${payment}/refunds`;
  return {
    send: (key) => http.post(path, { token, body: { amount: 5 }, headers: { 'Idempotency-Key': key } }),
    countEffects: async () => (await http.get(path, { token })).body.data.length as number,
  };
};

const newLink = async ({ shop: { partnerId, token }, http, get }: Sender): Promise<RepeatableRequest> => {
  const { id } = await get(CreateServiceForPayments).run({ partnerId, name: 'Books' });
  const path = `/payment/${id}/links`;
  return {
    send: (key) => http.post(path, { token, body: { amount: 5 }, headers: { 'Idempotency-Key': key } }),
    countEffects: async () => totalOf(await http.get(path, { token })),
  };
};

/** A check marks an SMS code as used. If the repeated request checked the code again, its response would say that the code is used. */
export async function codeCheckRequest({ shop: { partnerId }, ...world }: Sender): Promise<RepeatableRequest> {
  const shop = await createSmsShop(world, { partnerId });
  const code = await shop.buyCode();
  return {
    send: (key) => shop.check(code, 7055, { headers: { 'Idempotency-Key': key } }),
    countEffects: async () => totalOf(await shop.get('/transactions?filter[used]=true')),
  };
}

/**
 * These routes call an acquirer outside of a database transaction.
 * If such a request is interrupted, its repetition finds the result by the idempotency key. These routes have suites of their own.
 */
export const ACQUIRER_POSTS: readonly string[] = [
  'POST /payment/:serviceId/blik/level0/:transactionId',
  'POST /payment/:serviceId/blik/subscriptions',
  'POST /payment/:serviceId/blik/subscriptions/:subscriptionId/autopayment',
];

/** These routes claim the idempotency key in the statement that inserts their row: without the row there is no claim. */
export const CLAIMED_WITH_ROW: readonly string[] = ['POST /directbilling/:serviceId/transactions', 'POST /payment/:serviceId/transactions'];

/** One request for each route that an `Idempotency-Key` makes safe to repeat, except `ACQUIRER_POSTS`. */
export const IDEMPOTENT_POSTS: Readonly<Record<string, (sender: Sender) => Promise<RepeatableRequest>>> = {
  'POST /directbilling/:serviceId/transactions': newTransaction,
  'POST /sms/:serviceId': codeCheckRequest,
  'POST /payment/:serviceId/transactions': newPayment,
  'POST /payment/:serviceId/transactions/:transactionId/refunds': newRefund,
  'POST /payment/:serviceId/links': newLink,
};
