import type { AliasResult } from '../../../src/connectors/acquirers/port/alias.js';
import { uuidToReference } from '../../../src/common/reference.js';
import { PollAcquirersService } from '../../../src/products/payments/poll-acquirers.service.js';
import { ExpireAliasesService } from '../../../src/products/payments/blik-aliases/expire-aliases.service.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import type { World } from '../../support/world.js';
import { aliasResult } from './fake-acquirer.js';
import type { PaymentShop } from './payment-shop.js';

/** The fields that a payment with the channel `blik-level0` must have. */
export const LEVEL0_PAYMENT = {
  directChannel: 'blik-level0',
  customer: { email: 'jan@example.com', ip: '198.51.100.7', countryCode: 'PL' },
  antifraud: { useragent: 'Browser/1.0' },
};

export interface AliasRow {
  id: string;
  status: string;
  value: string;
  key: string | null;
  closedBy: string | null;
  reason: string | null;
  nextPollAt: Date | null;
}

export interface Level0Shop {
  /** Creates a payment that can be paid with a code or an alias. @returns the id of the payment. */
  createUnpaidPayment(body?: Record<string, unknown>): Promise<string>;
  pay(id: string, body: unknown, call?: HttpRequest): Promise<HttpResponse>;
  /** All aliases of the service, oldest first. The status is without `alias_`. */
  listAliasRows(): Promise<AliasRow[]>;
  /** Creates a paid payment with an active alias. @param app changes the result that the acquirer reports. @returns the id of the alias. */
  registerActiveAlias(value: string, app?: Partial<AliasResult>): Promise<string>;
  unregisterWith(body: unknown): Promise<HttpResponse>;
  unregisterById(id: string, body?: unknown): Promise<HttpResponse>;
  list(query?: string): Promise<HttpResponse>;
  /** Sends a callback of the acquirer about an alias. */
  report(aliasId: string, outcome: Partial<AliasResult> & Pick<AliasResult, 'outcome'>, eventId?: string): Promise<HttpResponse>;
  /** The `data` of the service’s notifications of one type, in the order of creation. */
  readNotifications(type: string): Promise<Record<string, unknown>[]>;
}

let lastEventNumber = 0;

export function level0Shop(world: World, shop: PaymentShop): Level0Shop {
  const base = `/payment/${shop.serviceId}/blik`;
  const token = shop.shop.token;
  const pay: Level0Shop['pay'] = (id, body, call = {}) => world.http.post(`${base}/level0/${id}`, { token, body, ...call });
  const createUnpaidPayment: Level0Shop['createUnpaidPayment'] = (body) => shop.createNewPayment({ ...LEVEL0_PAYMENT, ...body });
  const listAliasRows: Level0Shop['listAliasRows'] = () =>
    world.database.query(
      `SELECT id, substr(status, 7) AS status, value, blik_key AS key, closed_by AS "closedBy", reason, next_poll_at AS "nextPollAt" FROM payment_alias
       WHERE service_id = $1 ORDER BY created_at, id`,
      [shop.serviceId],
    );
  const report: Level0Shop['report'] = (aliasId, outcome, eventId = `alias-event-${(lastEventNumber += 1)}`) =>
    world.http.post('/connectors/channels/fake/reports', {
      body: { kind: 'alias', eventId, providerRef: null, reference: uuidToReference(aliasId), result: aliasResult(outcome) },
    });
  return {
    createUnpaidPayment,
    pay,
    listAliasRows,
    async registerActiveAlias(value, app = {}) {
      const id = await createUnpaidPayment();
      const response = await pay(id, { ticket: { T6: '777123' }, alias: { value, type: 'UID', label: `Label of ${value}` } });
      if (response.status !== 204) throw new Error(`The alias was not registered: ${response.text}`);
      const aliasId = (await listAliasRows()).at(-1)?.id ?? '';
      await shop.reportAttempt(id, { outcome: 'paid' });
      await report(aliasId, { outcome: 'active', ...app });
      return aliasId;
    },
    unregisterWith: (body) => world.http.send('DELETE', `${base}/aliases`, { token, body }),
    unregisterById: (id, body) => world.http.send('DELETE', `${base}/aliases/${id}`, { token, ...(body !== undefined && { body }) }),
    list: (query = '') => world.http.get(`${base}/aliases${query}`, { token }),
    report,
    async readNotifications(type) {
      const rows = await world.database.query<{ body: string }[]>(
        'SELECT body FROM webhook_event WHERE service_id = $1 AND type = $2 ORDER BY occurred_at, id',
        [shop.serviceId, type],
      );
      return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
    },
  };
}

/** Polls the due aliases at the fake acquirer. */
export const pollAliases = (world: World): Promise<boolean> => world.get(PollAcquirersService).batch('alias', 'fake');
export const expireAliases = (world: World): Promise<boolean> => world.get(ExpireAliasesService).batch();
