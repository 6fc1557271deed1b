import { DateTime } from 'luxon';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import type { MandateResult } from '../../../src/connectors/acquirers/port/mandate.js';
import { uuidToReference } from '../../../src/common/reference.js';
import { PollAcquirersService } from '../../../src/products/payments/poll-acquirers.service.js';
import { ExpireSubscriptionsService } from '../../../src/products/payments/subscriptions/expire-subscriptions.service.js';
import { drainBatches } from '../../support/drain-batches.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import { fakeMandateResult, type FakeMandates } from './fake-mandates.js';
import type { PaymentShop, PaymentWorld } from './payment-shop.js';

export const MANDATE_PAYER = {
  directChannel: 'blik-recurrent',
  customer: { email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
  antifraud: { useragent: 'Browser/1.0' },
};

type Outcome = Partial<MandateResult> & Pick<MandateResult, 'outcome'>;

export interface SubscribedIds {
  id: string;
  aliasId: string;
  transactionId: string;
  value: string;
}

export interface SubscriptionShop extends PaymentShop {
  fakeMandates: FakeMandates;
  /**
   * The date this many days from today in Warsaw, in the format of mandate terms.
   * Tests that use `termsDate` or `modelATerms` call `moveToNoon` first, so that the date does not change during the test.
   */
  termsDate(days: number): string;
  /** Mandate terms of model A, with these changes. */
  modelATerms(change?: Record<string, unknown>): Record<string, unknown>;
  /** Creates a payment, by default of 10.00, that can begin or charge a subscription. @returns the id of the payment. */
  createRecurringPayment(amount?: number, body?: Record<string, unknown>): Promise<string>;
  /** A complete body for a subscription with a new alias. */
  createRequestBody(change?: Record<string, unknown>): Promise<Record<string, unknown>>;
  subscribe(body: Record<string, unknown>, call?: HttpRequest): Promise<HttpResponse>;
  /** Creates a subscription whose mandate waits for the payer. `options` are the mandate terms. */
  createPending(options?: Record<string, unknown>, amount?: number): Promise<SubscribedIds>;
  /** Creates a subscription with an active mandate. */
  createActive(options?: Record<string, unknown>, amount?: number): Promise<SubscribedIds>;
  autopay(id: string, body: Record<string, unknown>, call?: HttpRequest): Promise<HttpResponse>;
  /** Creates a payment and charges the subscription with it. */
  charge(id: string, amount?: number, body?: Record<string, unknown>): Promise<HttpResponse>;
  findRow(id: string): Promise<Record<string, unknown>>;
  /** The id of the newest subscription that begins with this payment, even if declined. @throws Error when there is no subscription. */
  findIdByPayment(transactionId: unknown): Promise<string>;
  /** The states of the subscription and its alias, without `subscription_` and `alias_`. */
  statesWithAlias(id: string): Promise<[string, string]>;
  /** Sends a callback of the acquirer about the mandate. */
  reportMandate(id: string, outcome: Outcome): Promise<HttpResponse>;
  pollDue(): Promise<void>;
  expireDue(): Promise<void>;
}

let lastNumber = 0;

export async function subscriptionShop(
  payments: PaymentWorld,
  options: Parameters<PaymentWorld['openPaymentShop']>[0] = {},
): Promise<SubscriptionShop> {
  const { world, acquirer } = payments;
  const shop = await payments.openPaymentShop(options);
  const path = `/payment/${shop.serviceId}/blik/subscriptions`;
  const post = (requestPath: string, body: Record<string, unknown>, call: HttpRequest = {}): Promise<HttpResponse> =>
    world.http.post(requestPath, { token: shop.shop.token, body, ...call });
  const termsDate = (days: number): string =>
    DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: 'Europe/Warsaw' }).plus({ days }).toISODate() ?? '';

  const subscriptions: SubscriptionShop = {
    ...shop,
    fakeMandates: acquirer.recurring,
    termsDate,
    modelATerms: (change = {}) => ({
      model: 'A',
      amountLimitPerTransaction: 30,
      amountLimitTotal: 120,
      frequency: '1M',
      initiationDate: termsDate(0),
      expiresAt: termsDate(400),
      ...change,
    }),
    createRecurringPayment: (amount = 10, body = {}) => shop.createNewPayment({ amount, ...MANDATE_PAYER, ...body }),
    async createRequestBody(change = {}) {
      return {
        transactionId: change['transactionId'] ?? (await subscriptions.createRecurringPayment(0)),
        ticket: { T6: '777123' },
        alias: { value: `customer-${(lastNumber += 1)}`, type: 'PAYID', label: 'Books of the month' },
        options: { model: 'O' },
        ...change,
      };
    },
    subscribe: (body, call) => post(path, body, call),
    async createPending(terms = { model: 'O' }, amount = 0) {
      const body = await subscriptions.createRequestBody({
        options: terms,
        transactionId: await subscriptions.createRecurringPayment(amount),
      });
      const response = await subscriptions.subscribe(body);
      if (response.status !== 201) throw new Error(`The subscription was not created: ${response.text}`);
      const { subscriptionId: id, aliasId } = response.body.data as { subscriptionId: string; aliasId: string };
      return { id, aliasId, transactionId: String(body['transactionId']), value: (body['alias'] as { value: string }).value };
    },
    async createActive(terms, amount) {
      const subscription = await subscriptions.createPending(terms, amount);
      await subscriptions.reportMandate(subscription.id, { outcome: 'active' });
      return subscription;
    },
    autopay: (id, body, call) => post(`${path}/${id}/autopayment`, body, call),
    charge: async (id, amount = 10, body = {}) =>
      subscriptions.autopay(id, { transactionId: await subscriptions.createRecurringPayment(amount), ...body }),
    async findRow(id) {
      const [row] = await world.database.query<Record<string, unknown>[]>('SELECT * FROM payment_subscription WHERE id = $1', [id]);
      return row ?? {};
    },
    async findIdByPayment(transactionId) {
      const [row] = await world.database.query<{ id: string }[]>(
        'SELECT id FROM payment_subscription WHERE transaction_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
        [transactionId],
      );
      if (!row) throw new Error(`No subscription begins with the payment ${String(transactionId)}.`);
      return row.id;
    },
    async statesWithAlias(id) {
      const [row] = await world.database.query<{ status: string; alias: string }[]>(
        'SELECT s.status, a.status AS alias FROM payment_subscription s JOIN payment_alias a ON a.id = s.alias_id WHERE s.id = $1',
        [id],
      );
      return [row?.status.replace('subscription_', '') ?? '', row?.alias.replace('alias_', '') ?? ''];
    },
    reportMandate: (id, outcome) =>
      world.http.post('/connectors/channels/fake/reports', {
        body: {
          kind: 'consent',
          eventId: `consent-${(lastNumber += 1)}`,
          providerRef: null,
          reference: uuidToReference(id),
          result: fakeMandateResult(outcome),
        },
      }),
    async pollDue() {
      await drainBatches(() => world.get(PollAcquirersService).batch('subscription', acquirer.name));
    },
    async expireDue() {
      await drainBatches(() => world.get(ExpireSubscriptionsService).batch());
    },
  };
  return subscriptions;
}
