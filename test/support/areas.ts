import { randomUUID } from 'node:crypto';
import { areaOf } from '../../src/platform/access/ability.js';
import type { ErrorCode } from '../../src/common/errors/error-codes.js';
import type { Area } from '../../src/platform/partners/services/service-status.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { createSmsShop } from '../sms/sms-shop.js';
import { paidPayment } from './paid-payment.js';
import { nameOf, parametersOf, type ProtectedRoute, type Route } from './routes.js';
import type { Shop } from './shop.js';
import type { World } from './world.js';
import { wireValueOf } from '../../src/products/payments/aliases/wire-value.js';

/** A value for each parameter of the paths of an area, and further data for requests. */
export type Ids = Readonly<Record<string, string>>;

/** Creates records of a partner in each area with routes. */
const MAKE: Partial<Record<Area, (world: World, shop: Shop) => Promise<Ids>>> = {
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
    const transactionId = await paidPayment({ http: world.http, token, serviceId }, 12.3);
    const refund = await world.http.post(`${path}/${transactionId}/refunds`, { token, body: { amount: 1 } });
    const aliasId = await registeredAlias(world, serviceId, transactionId);
    const subscriptionId = await polledSubscription(world, serviceId, transactionId);
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

/** An alias that the sandbox acquirer does not know and that is not polled. */
async function registeredAlias({ asOwner }: World, serviceId: string, transactionId: string): Promise<string> {
  const id = randomUUID();
  await asOwner(
    `INSERT INTO payment_alias (id, service_id, type, value, wire_value, label, status, connector, test, transaction_id, next_poll_at, created_at, updated_at)
     VALUES ($1::uuid, $2, 'UID', $1::text, $4, 'Books', 'alias_pending_registration', 'sandbox', true, $3, 'infinity', now(), now())`,
    [id, serviceId, transactionId, wireValueOf('UID', serviceId, id)],
  );
  return id;
}

/** A subscription that no payer has confirmed. The sandbox acquirer does not know it, and it is not polled. */
async function polledSubscription({ asOwner }: World, serviceId: string, transactionId: string): Promise<string> {
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

/** Parameters that identify records of a partner, each with the response to another partner. */
export const OWNED_PARAMETERS: Readonly<Record<string, ErrorCode>> = {
  serviceId: 'SERVICE_NOT_FOUND',
  transactionId: 'TRANSACTION_NOT_FOUND',
  refundId: 'ROUTE_NOT_FOUND',
  aliasId: 'ROUTE_NOT_FOUND',
  subscriptionId: 'ROUTE_NOT_FOUND',
  linkId: 'ROUTE_NOT_FOUND',
};
/** Parameters that are the same for all partners. */
export const COMMON: readonly string[] = ['number', 'period'];

/** Routes about the whole partner have no parameter except the time. */
const OF_PARTNER: readonly string[] = ['wallet', 'statements', 'events'];

/** The records of a partner, by area. The world needs the secret of an SMS gateway. */
export class PartnerIds {
  private constructor(private readonly made: ReadonlyMap<string, Ids>) {}

  static async make(world: World, shop: Shop): Promise<PartnerIds> {
    const made = new Map<string, Ids>();
    for (const [area, make] of Object.entries(MAKE)) made.set(area, await make(world, shop));
    return new PartnerIds(made);
  }

  /** @throws for an area that is not listed above. A new area needs an entry. */
  in(area: Area): Ids {
    const ids = this.made.get(area);
    if (!ids) throw new Error(`test/support/areas.ts has no entry for the area ${area}`);
    return ids;
  }

  for({ ability }: ProtectedRoute): Ids {
    const area: string = areaOf(ability);
    return OF_PARTNER.includes(area) ? { period: '2026-10' } : this.in(areaOf(ability));
  }
}

const encoded = (known: string): string => encodeURIComponent(known);

/** The path of the route with values for its parameters. @throws for a parameter without a value. */
export function filledPath(route: Route, ids: Ids, written: (known: string, index: number) => string = encoded): string {
  const unknown = parametersOf(route).filter((name) => ids[name] === undefined);
  if (unknown.length > 0) throw new Error(`test/support/areas.ts has no value for ${unknown.join(' and ')} of ${nameOf(route)}`);
  let index = 0;
  return route.path.replace(/[:*](\w+)/g, (_, name: string) => written(ids[name] ?? '', index++));
}
