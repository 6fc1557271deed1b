import { signMessage } from '../../../src/common/signed-message.js';
import { MandateLinks } from '../../../src/products/payments/checkout/mandate-links.js';
import { StaticAssets } from '../../../src/web/pages/static-assets.js';
import { GATEWAY_SECRET } from '../../sms/sms-shop.js';
import { fillPath, type Ids, PartnerIds } from '../../support/areas.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import { payerOf } from '../../support/payer.js';
import { isProtected, nameOf, type Route } from '../../support/routes.js';
import type { Shop } from '../../support/shop.js';
import { until } from '../../support/until.js';
import { startWorld, type World } from '../../support/world.js';
import type { FuzzCase } from './fuzz-case.js';
import { VALID_BODIES, VALID_QUERIES } from './known-requests.js';
import { applyChanges, FORM, encodeForm, isForm, encodePathSegment } from './encode-request.js';

export const OPERATOR_SECRET = 'secret-of-the-operators';
const OPERATOR = 'orange';

interface Request {
  method: string;
  /** The path as a browser sends it: segments `..` are resolved. */
  path: string;
  call: HttpRequest;
}

/** The gateway with an existing record for each route, and the ids of these records. */
export class FuzzWorld {
  private constructor(
    readonly world: World,
    private readonly shop: Shop,
    private readonly own: PartnerIds,
    private readonly known: Record<string, string>,
  ) {}

  static async start(): Promise<FuzzWorld> {
    const world = await startWorld({ ROLE: 'all', SMS_CONNECTOR_SECRET: GATEWAY_SECRET, CONNECTOR_SECRET: OPERATOR_SECRET });
    const shop = await world.createPartnerShop();
    const own = await PartnerIds.createForPartner(world, shop);
    const { subscriptionId = '', linkToken = '' } = own.idsOfArea('payment');
    const fuzzed = new FuzzWorld(world, shop, own, {
      subscriptionId,
      signature: world.get(MandateLinks).signatureOf(subscriptionId),
      token: linkToken,
      operator: OPERATOR,
      account: 'sandbox',
      attemptReference: '019a1b2c3d4e7f508a61b2c3d4e5f607',
      chargeReference: await chargeOf(world, shop),
      brand: 'accent-0b6354.css',
      file: world.get(StaticAssets).urlOf('checkout.css').replace(/.*\//, ''),
      operationId: 'DirectBillingTransactions.create',
      page: 'verify',
      path: 'nothing',
    });
    await fuzzed.expectHealthy();
    return fuzzed;
  }

  /**
   * Throws unless health checks and the creation of a payment succeed. Later requests of payers use the new payment, because the requests
   * before may have ended the old one.
   */
  async expectHealthy(): Promise<void> {
    const created = await this.shop.create();
    const responses = [created, ...(await Promise.all(['/healthz', '/readyz'].map((path) => this.world.http.get(path))))];
    const failed = responses.find(({ status }) => status !== 200);
    if (failed) throw new Error(`The gateway is not healthy: it responds with ${failed.status} ${failed.text.slice(0, 500)}`);
    this.known['transactionId'] = created.body.data.transactionId;
  }

  /** The HTTP request of a case. @throws for a POST without a valid body in `VALID_BODIES`. The body of a new route must be added there. */
  requestOf({ route, ...fuzz }: FuzzCase): Request {
    const ids = this.idsOf(route);
    const method = fuzz.method === 'own' ? route.method.replace('ALL', 'POST') : fuzz.method;
    const path = fillPath(route, ids, (known, index) => encodePathSegment(fuzz.parameters[index] ?? known));
    const query = applyChanges(VALID_QUERIES[nameOf(route)]?.(ids) ?? {}, fuzz.query);
    const { pathname } = new URL(path, this.world.http.baseUrl);
    const body = method === 'GET' ? undefined : this.bodyOf(route, ids, fuzz.body);
    const headers = {
      ...(route.path === '/' && { Accept: 'text/html' }), // the route is only for browsers
      ...(isForm(route) && body !== undefined && FORM),
      ...fuzz.headers,
      ...this.credentialsOf(route, fuzz.credentials, body),
    };
    return {
      method,
      path: `${pathname}${query.length > 0 ? `?${encodeForm(query)}` : ''}`,
      call: { headers, ...(body !== undefined && { body }) },
    };
  }

  /** A valid body of a route; null when the route has no body. */
  validBodyOf(route: Route): Record<string, unknown> | null {
    return VALID_BODIES[nameOf(route)]?.(this.idsOf(route)) ?? null;
  }

  send({ method, path, call }: Request): Promise<HttpResponse> {
    return this.world.http.send(method, path, call);
  }

  private idsOf(route: Route): Ids {
    if (isProtected(route)) return this.own.idsForRoute(route);
    const ids = { ...this.own.idsOfArea('sms'), ...this.known };
    if (!route.path.startsWith('/pay/:')) return ids; // DirectBilling's lie below /pay/directbilling
    const { unpaidTransactionId = '' } = this.own.idsOfArea('payment');
    return { ...ids, transactionId: unpaidTransactionId };
  }

  private bodyOf(route: Route, ids: Ids, body: FuzzCase['body']): string | undefined {
    if (typeof body === 'string') return body.toWellFormed();
    const known = VALID_BODIES[nameOf(route)];
    if (!known && route.method === 'POST') throw new Error(`test/fuzz/support/known-requests.ts knows no body for ${nameOf(route)}`);
    const members = applyChanges(known?.(ids) ?? {}, body);
    return isForm(route) ? encodeForm(members) : JSON.stringify(Object.fromEntries(members));
  }

  private credentialsOf(route: Route, kind: FuzzCase['credentials'], body = ''): Record<string, string> {
    const isConnectorRoute = route.path.startsWith('/connectors/');
    if (kind === 'none' || (kind === 'right' && !isConnectorRoute && !isProtected(route))) return {};
    if (isConnectorRoute === (kind === 'other')) return { Authorization: `Bearer ${kind === 'wrong' ? 'wrong' : this.shop.token}` };
    const [secret, signingSecret] = kind === 'wrong' ? ['wrong', 'wrong'] : [GATEWAY_SECRET, OPERATOR_SECRET];
    return {
      'X-Connector-Secret': secret,
      ...signMessage(signingSecret, { subject: `report ${route.path.includes('/channels/') ? 'acquirer' : OPERATOR}`, body }, new Date()),
    };
  }
}

/** Creates a charge for which an operator can send callbacks. @returns its reference. */
export async function chargeOf(world: World, shop: Shop): Promise<string> {
  const id = (await shop.create()).body.data.transactionId;
  await payerOf(world, id).pay();
  const [charge] = await until(
    () => world.database.query<{ reference: string }[]>('SELECT reference FROM direct_billing_charge WHERE transaction_id = $1', [id]),
    ({ length }) => length === 1,
  );
  return charge?.reference ?? '';
}
