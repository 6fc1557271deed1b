import type { ChannelId } from '../../../src/connectors/acquirers/catalogue/channel-ids.js';
import { PollAcquirersService } from '../../../src/products/payments/poll-acquirers.service.js';
import { StartAttemptService } from '../../../src/products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../../src/products/payments/attempts/start/submit-blik-code.service.js';
import { CreateServiceForPayments } from '../../../src/products/payments/services/create-service-for-payments.js';
import { ExpirePaymentsService } from '../../../src/products/payments/attempts/expire-payments.service.js';
import { AcquirerConnectors } from '../../../src/connectors/acquirers/port/acquirer-connectors.js';
import type { AttemptResult } from '../../../src/connectors/acquirers/port/attempt.js';
import { uuidToReference } from '../../../src/common/reference.js';
import type { ServiceStatus } from '../../../src/platform/partners/services/service-status.js';
import { ServiceKeys } from '../../../src/platform/partners/keys/service-keys.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import type { Shop } from '../../support/shop.js';
import type { World } from '../../support/world.js';
import { FakeAcquirer, attemptResult } from './fake-acquirer.js';

export const PAYER = { clientAddress: '198.51.100.7', userAgent: 'Browser/1.0' };

export interface Attempt {
  reference: string;
  channel: string;
  state: string;
  reason: string | null;
}

export interface PaymentShop {
  shop: Shop;
  serviceId: string;
  get(path?: string, call?: HttpRequest): Promise<HttpResponse>;
  create(body?: Record<string, unknown>, call?: HttpRequest): Promise<HttpResponse>;
  /** Creates a payment. @returns the id of the payment. */
  createNewPayment(body?: Record<string, unknown>): Promise<string>;
  /** The status without `transaction_`. */
  readStatus(id: string): Promise<string>;
  attempts(id: string): Promise<Attempt[]>;
  beginAttempt(id: string, channel?: ChannelId): ReturnType<StartAttemptService['run']>;
  /** Submits a BLIK code as the payer does on the payment page. */
  submitPayerCode(id: string, code: string): ReturnType<SubmitBlikCodeService['run']>;
  /** Sends a callback about the newest attempt, or about the attempt with this reference. */
  reportAttempt(id: string, outcome: Partial<AttemptResult> & Pick<AttemptResult, 'outcome'>, reference?: string): Promise<HttpResponse>;
  ipnKey(): Promise<string>;
}

export interface PaymentWorld {
  world: World;
  acquirer: FakeAcquirer;
  connectors: AcquirerConnectors;
  openPaymentShop(options?: { status?: ServiceStatus; channels?: readonly ChannelId[]; shop?: Shop }): Promise<PaymentShop>;
  /** Polls the due attempts at the acquirer. */
  pollAttempts(): Promise<boolean>;
  expirePayments(): Promise<boolean>;
  /** The sums of a payment’s postings in minor units, by the kinds of the entry and the account. */
  entries(id: string): Promise<{ kind: string; lines: Record<string, number> }[]>;
}

let lastEventNumber = 0;

/** A gateway with a fake acquirer. The world should have the role `api`: scheduled tasks then run only when a test calls them. */
export function paymentWorld(world: World, acquirer = new FakeAcquirer('fake')): PaymentWorld {
  const connectors = world.get(AcquirerConnectors);
  acquirer.replaceIn(connectors);
  return {
    world,
    acquirer,
    connectors,
    openPaymentShop: (options) => openShop(world, options),
    pollAttempts: () => world.get(PollAcquirersService).batch('attempt', acquirer.name),
    expirePayments: () => world.get(ExpirePaymentsService).batch(),
    async entries(id) {
      const rows = await world.database.query<{ kind: string; account: string; amount: string }[]>(
        `SELECT e.kind, a.kind AS account, sum(p.amount_minor) AS amount FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
         JOIN ledger_account a ON a.id = p.account_id WHERE e.reference LIKE $1 || '%' GROUP BY e.id, e.kind, a.kind ORDER BY e.id, a.kind`,
        [id],
      );
      const byKind = new Map<string, Record<string, number>>();
      for (const { kind, account, amount } of rows) byKind.set(kind, { ...byKind.get(kind), [account]: Number(amount) });
      return [...byKind].map(([kind, lines]) => ({ kind, lines }));
    },
  };
}

export async function openShop(
  world: World,
  options: { status?: ServiceStatus; channels?: readonly ChannelId[]; shop?: Shop } = {},
): Promise<PaymentShop> {
  const shop = options.shop ?? (await world.createPartnerShop());
  const { id: serviceId } = await world.get(CreateServiceForPayments).run({
    partnerId: shop.partnerId,
    name: 'Books',
    notifyUrl: `${shop.receiver.url}/notify`,
    ...(options.status && { status: options.status }),
    ...(options.channels && { channels: options.channels }),
  });
  const base = `/payment/${serviceId}`;
  const create: PaymentShop['create'] = (body = {}, call = {}) =>
    world.http.post(`${base}/transactions`, { token: shop.token, body: { amount: 12.3, ...body }, ...call });
  const attempts: PaymentShop['attempts'] = (id) =>
    world.database.query(
      'SELECT reference, channel, state, reason FROM payment_attempt WHERE transaction_id = $1 ORDER BY started_at, reference',
      [id],
    );
  return {
    shop,
    serviceId,
    get: (path = '', call = {}) => world.http.get(base + path, { token: shop.token, ...call }),
    create,
    attempts,
    async createNewPayment(body) {
      const response = await create(body);
      if (response.status !== 200) throw new Error(`The payment was not created: ${response.text}`);
      return response.body.data.transactionId as string;
    },
    async readStatus(id) {
      const [row] = await world.database.query<{ status: string }[]>('SELECT status FROM payment_transaction WHERE id = $1', [id]);
      return row?.status.replace('transaction_', '') ?? '';
    },
    beginAttempt: (id, channel = 'mbank') => world.get(StartAttemptService).run(id, channel, PAYER),
    submitPayerCode: (id, code) => world.get(SubmitBlikCodeService).run(id, code, PAYER),
    async reportAttempt(id, outcome, reference) {
      const attemptReference = reference ?? (await attempts(id)).at(-1)?.reference ?? '';
      const event = {
        kind: 'attempt',
        eventId: `event-${(lastEventNumber += 1)}`,
        providerRef: null,
        reference: uuidToReference(attemptReference),
        result: attemptResult(outcome),
      };
      return world.http.post('/connectors/channels/fake/reports', { body: event });
    },
    ipnKey: async () => (await world.get(ServiceKeys).signingKeys(serviceId)).bodyKey,
  };
}
