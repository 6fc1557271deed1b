import { DateTime } from 'luxon';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import type { MandateResult } from '../../../src/connectors/acquirers/port/mandate.js';
import { uuidToReference } from '../../../src/common/reference.js';
import { PollAcquirersService } from '../../../src/products/payments/poll-acquirers.service.js';
import { ExpireSubscriptionsService } from '../../../src/products/payments/subscriptions/expire-subscriptions.service.js';
import { drainBatches } from '../../support/drain-batches.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import { mandate, type FakeMandates } from './fake-mandates.js';
import type { PaymentShop, PaymentWorld } from './payment-shop.js';

export const MANDATE_PAYER = {
  directChannel: 'blik-recurrent',
  customer: { email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
  antifraud: { useragent: 'Browser/1.0' },
};

type Outcome = Partial<MandateResult> & Pick<MandateResult, 'outcome'>;

export interface Subscribed {
  id: string;
  aliasId: string;
  transactionId: string;
  value: string;
}

export interface SubscriptionShop extends PaymentShop {
  consents: FakeMandates;
  /** A date as in the terms, this many days from today. A world whose tests use dates or model A begins at noon. */
  day(days: number): string;
  modelA(change?: Record<string, unknown>): Record<string, unknown>;
  /** Creates a payment of 10.00 that can begin or charge a subscription. @returns its id. */
  recurring(amount?: number, body?: Record<string, unknown>): Promise<string>;
  /** A complete body for a subscription with a new alias. */
  body(change?: Record<string, unknown>): Promise<Record<string, unknown>>;
  subscribe(body: Record<string, unknown>, call?: HttpRequest): Promise<HttpResponse>;
  pending(options?: Record<string, unknown>, amount?: number): Promise<Subscribed>;
  active(options?: Record<string, unknown>, amount?: number): Promise<Subscribed>;
  autopay(id: string, body: Record<string, unknown>, call?: HttpRequest): Promise<HttpResponse>;
  /** Charges with a new payment. */
  charge(id: string, amount?: number, body?: Record<string, unknown>): Promise<HttpResponse>;
  row(id: string): Promise<Record<string, unknown>>;
  /** The id of the newest subscription that begins with this payment, even a declined one. @throws Error when there is none. */
  idOf(transactionId: unknown): Promise<string>;
  /** The states of the subscription and its alias, without their prefixes. */
  states(id: string): Promise<[string, string]>;
  reportMandate(id: string, outcome: Outcome): Promise<HttpResponse>;
  pollDue(): Promise<void>;
  expireDue(): Promise<void>;
}

let count = 0;

export async function subscriptionShop(
  payments: PaymentWorld,
  options: Parameters<PaymentWorld['open']>[0] = {},
): Promise<SubscriptionShop> {
  const { world, acquirer } = payments;
  const shop = await payments.open(options);
  const path = `/payment/${shop.serviceId}/blik/subscriptions`;
  const send = (to: string, body: Record<string, unknown>, call: HttpRequest = {}): Promise<HttpResponse> =>
    world.http.post(to, { token: shop.shop.token, body, ...call });
  const day = (days: number): string =>
    DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: 'Europe/Warsaw' }).plus({ days }).toISODate() ?? '';

  const own: SubscriptionShop = {
    ...shop,
    consents: acquirer.recurring,
    day,
    modelA: (change = {}) => ({
      model: 'A',
      amountLimitPerTransaction: 30,
      amountLimitTotal: 120,
      frequency: '1M',
      initiationDate: day(0),
      expiresAt: day(400),
      ...change,
    }),
    recurring: (amount = 10, body = {}) => shop.payment({ amount, ...MANDATE_PAYER, ...body }),
    async body(change = {}) {
      return {
        transactionId: change['transactionId'] ?? (await own.recurring(0)),
        ticket: { T6: '777123' },
        alias: { value: `customer-${(count += 1)}`, type: 'PAYID', label: 'Books of the month' },
        options: { model: 'O' },
        ...change,
      };
    },
    subscribe: (body, call) => send(path, body, call),
    async pending(terms = { model: 'O' }, amount = 0) {
      const body = await own.body({ options: terms, transactionId: await own.recurring(amount) });
      const answer = await own.subscribe(body);
      if (answer.status !== 201) throw new Error(`The subscription was not created: ${answer.text}`);
      const { subscriptionId: id, aliasId } = answer.body.data as { subscriptionId: string; aliasId: string };
      return { id, aliasId, transactionId: String(body['transactionId']), value: (body['alias'] as { value: string }).value };
    },
    async active(terms, amount) {
      const made = await own.pending(terms, amount);
      await own.reportMandate(made.id, { outcome: 'active' });
      return made;
    },
    autopay: (id, body, call) => send(`${path}/${id}/autopayment`, body, call),
    charge: async (id, amount = 10, body = {}) => own.autopay(id, { transactionId: await own.recurring(amount), ...body }),
    async row(id) {
      const [row] = await world.database.query<Record<string, unknown>[]>('SELECT * FROM payment_subscription WHERE id = $1', [id]);
      return row ?? {};
    },
    async idOf(transactionId) {
      const [row] = await world.database.query<{ id: string }[]>(
        'SELECT id FROM payment_subscription WHERE transaction_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
        [transactionId],
      );
      if (!row) throw new Error(`No subscription begins with the payment ${String(transactionId)}.`);
      return row.id;
    },
    async states(id) {
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
          eventId: `consent-${(count += 1)}`,
          providerRef: null,
          reference: uuidToReference(id),
          result: mandate(outcome),
        },
      }),
    async pollDue() {
      await drainBatches(() => world.get(PollAcquirersService).batch('subscription', acquirer.name));
    },
    async expireDue() {
      await drainBatches(() => world.get(ExpireSubscriptionsService).batch());
    },
  };
  return own;
}
