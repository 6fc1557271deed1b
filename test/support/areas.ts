import { randomUUID } from 'node:crypto';
import { areaOf } from '../../src/platform/access/ability.js';
import type { ErrorCode } from '../../src/common/errors/error-codes.js';
import type { Area } from '../../src/platform/partners/services/service-status.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop } from '../sms/sms-shop.js';
import { createAndPay } from './paid-payment.js';
import { nameOf, parametersOf, type ProtectedRoute, type Route } from './routes.js';
import type { Shop } from './shop.js';
import type { World } from './world.js';
import { wireValueOf } from '../../src/products/payments/blik-aliases/wire-value.js';

/** Ids and other values of a partner's records, by the names of route parameters. Some values are only for request bodies. */
export type Ids = Readonly<Record<string, string>>;

/** Creates records of a partner in each area whose routes name records. */
const CREATE_RECORDS: Partial<Record<Area, (world: World, shop: Shop) => Promise<Ids>>> = {
  directbilling: async (_, shop) => ({ serviceId: shop.serviceId, transactionId: (await shop.create()).body.data.transactionId }),
  sms: async (world, { partnerId }) => {
    const shop = await createSmsShop(world, { partnerId });
    const code = await shop.buyCode();
    const [transaction] = (await shop.get('/transactions')).body.data;
    return { serviceId: shop.serviceId, transactionId: String(transaction.id), number: '7055', code, keyword: shop.keyword };
  },
  payment: async (world, { partnerId, token }) => {
    const { id: serviceId } = await world.get(CreateServiceForPayments).run({ partnerId, name: 'Books' });
    const path = `/payment/${serviceId}/transactions`;
    const unpaid = await world.http.post(path, { token, body: { amount: 12.3 } });
    const transactionId = await createAndPay({ http: world.http, token, serviceId }, 12.3);
    const refund = await world.http.post(`${path}/${transactionId}/refunds`, { token, body: { amount: 1 } });
    const aliasId = await insertAlias(world, serviceId, transactionId);
    const subscriptionId = await insertSubscription(world, serviceId, transactionId);
    const link = await world.http.post(`/payment/${serviceId}/links`, { token, body: { amount: 12.3 } });
    return {
      serviceId,
      transactionId,
      linkId: link.body.data.id,
      linkToken: link.body.data.url.split('/').at(-1),
      aliasId,
      subscriptionId,
      refundId: refund.body.data.refund_id,
      unpaidTransactionId: unpaid.body.data.transactionId,
    };
  },
};

/** Inserts an alias that the sandbox acquirer does not have. The gateway does not poll the alias, so it stays pending. */
async function insertAlias({ asOwner }: World, serviceId: string, transactionId: string): Promise<string> {
  const id = randomUUID();
  await asOwner(
    `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, created_at, updated_at)
     VALUES ($1::uuid, $2, 'UID', $1::text, $4, 'Books', 'alias_pending_registration', 'sandbox', true, $3, 'infinity', now(), now())`,
    [id, serviceId, transactionId, wireValueOf('UID', serviceId, id)],
  );
  return id;
}

/** Inserts a subscription that no payer has confirmed. The sandbox acquirer does not have it, and the gateway does not poll it. */
async function insertSubscription({ asOwner }: World, serviceId: string, transactionId: string): Promise<string> {
  const [id, aliasId] = [randomUUID(), randomUUID()];
  await asOwner(
    `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, created_at, updated_at)
     VALUES ($1::uuid, $2, 'PAYID', $1::text, $1::text, 'Books', 'alias_pending_registration', 'sandbox', true, $3, now(), now())`,
    [aliasId, serviceId, transactionId],
  );
  await asOwner(
    `INSERT INTO payment_subscription (id, service_id, alias_id, transaction_id, attempt_reference, status, mode, model, connector, test, currency, next,
       next_poll_at, due_at, created_at, updated_at)
     SELECT $1::uuid, $2, $3::uuid, a.transaction_id, a.reference, 'subscription_pending', 'BLIK', 'O', a.connector, a.test, a.currency, '{"kind":"none"}',
       'infinity', 'infinity', now(), now() FROM payment_attempt a WHERE a.transaction_id = $4 AND a.state = 'paid'`,
    [id, serviceId, aliasId, transactionId],
  );
  return id;
}

/** Parameters that identify records of a partner, each with the error code that another partner gets. */
export const OWNED_PARAMETERS: Readonly<Record<string, ErrorCode>> = {
  serviceId: 'SERVICE_NOT_FOUND',
  transactionId: 'TRANSACTION_NOT_FOUND',
  refundId: 'ROUTE_NOT_FOUND',
  aliasId: 'ROUTE_NOT_FOUND',
  subscriptionId: 'ROUTE_NOT_FOUND',
  linkId: 'ROUTE_NOT_FOUND',
};
/** Parameters whose values identify no record: an SMS number and a month. All partners may use the same values. */
export const SHARED_PARAMETERS: readonly string[] = ['number', 'period'];

/** Areas whose routes concern the whole partner. The only parameter in their paths is the month. */
const PARTNER_AREAS: readonly string[] = ['wallet', 'statements', 'events'];

/** Ids of the records of a partner, by area. The world needs the setting SMS_CONNECTOR_SECRET, because an SMS code is sold. */
export class PartnerIds {
  private constructor(private readonly idsByArea: ReadonlyMap<string, Ids>) {}

  static async createForPartner(world: World, shop: Shop): Promise<PartnerIds> {
    const idsByArea = new Map<string, Ids>();
    for (const [area, create] of Object.entries(CREATE_RECORDS)) idsByArea.set(area, await create(world, shop));
    return new PartnerIds(idsByArea);
  }

  /** @throws for an area without an entry in `CREATE_RECORDS`. */
  idsOfArea(area: Area): Ids {
    const ids = this.idsByArea.get(area);
    if (!ids) throw new Error(`test/support/areas.ts has no entry for the area ${area}`);
    return ids;
  }

  idsForRoute({ ability }: ProtectedRoute): Ids {
    const area: string = areaOf(ability);
    return PARTNER_AREAS.includes(area) ? { period: '2026-10' } : this.idsOfArea(areaOf(ability));
  }
}

const encodeValue = (value: string): string => encodeURIComponent(value);

/**
 * The path of the route with values for its parameters.
 * @param encode returns a value as it is written in the path
 * @throws for a parameter without a value
 */
export function fillPath(route: Route, ids: Ids, encode: (value: string, index: number) => string = encodeValue): string {
  const missing = parametersOf(route).filter((name) => ids[name] === undefined);
  if (missing.length > 0) throw new Error(`test/support/areas.ts has no value for ${missing.join(' and ')} of ${nameOf(route)}`);
  let index = 0;
  return route.path.replace(/[:*](\w+)/g, (_, name: string) => encode(ids[name] ?? '', index++));
}
