import { CreateServiceForPayments } from '../../../src/products/payments/services/create-service-for-payments.js';
import { ServiceKeys } from '../../../src/platform/partners/keys/service-keys.js';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import type { Shop } from '../../support/shop.js';
import type { World } from '../../support/world.js';

/** A partner's online payment service with payment links. */
export interface LinkShop {
  shop: Shop;
  serviceId: string;
  get(path?: string, call?: HttpRequest): Promise<HttpResponse>;
  create(body?: Record<string, unknown>, call?: HttpRequest): Promise<HttpResponse>;
  /** Creates a link. @returns the id of the link and the path of its page. */
  createPaymentLink(body?: Record<string, unknown>): Promise<{ id: string; path: string }>;
  disable(id: string, call?: HttpRequest): Promise<HttpResponse>;
  keys(): ReturnType<ServiceKeys['signingKeys']>;
}

export async function linkShop(world: World, options: { shop?: Shop } = {}): Promise<LinkShop> {
  const shop = options.shop ?? (await world.createPartnerShop());
  const { id: serviceId } = await world
    .get(CreateServiceForPayments)
    .run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: `${shop.receiver.url}/notify` });
  const base = `/payment/${serviceId}/links`;
  const create: LinkShop['create'] = (body = { amount: 49.9 }, call = {}) => world.http.post(base, { token: shop.token, body, ...call });
  return {
    shop,
    serviceId,
    create,
    get: (path = '', call = {}) => world.http.get(base + path, { token: shop.token, ...call }),
    async createPaymentLink(body) {
      const response = await create(body);
      if (response.status !== 200) throw new Error(`The link was not created: ${response.text}`);
      return { id: response.body.data.id as string, path: new URL(response.body.data.url as string).pathname };
    },
    disable: (id, call = {}) => world.http.send('DELETE', `${base}/${id}`, { token: shop.token, ...call }),
    keys: () => world.get(ServiceKeys).signingKeys(serviceId),
  };
}

export interface PageResponse {
  status: number;
  html: string;
  headers: Headers;
  /** The target of a redirect, as a path. Empty when the response is not a redirect. */
  location: string;
}

/**
 * Opens a page like a browser without scripts, or sends the form of the page if `form` is given.
 * @param address IP address of the payer. Only a world that trusts its proxy uses this address.
 */
export async function openLinkPage(
  world: World,
  path: string,
  form?: Record<string, string>,
  address = '198.51.100.1',
): Promise<PageResponse> {
  const response = await fetch(world.http.baseUrl + path, {
    redirect: 'manual',
    headers: { 'accept-language': 'en', 'x-forwarded-for': address },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const html = (await response.text()).replaceAll('\u00a0', ' ');
  return { status: response.status, html, headers: response.headers, location: response.headers.get('location') ?? '' };
}

export const paymentsOf = (world: World, linkId: string): Promise<{ id: string; status: string; control: string | null }[]> =>
  world.database.query('SELECT id, status, control FROM payment_transaction WHERE link_id = $1 ORDER BY created_at', [linkId]);

/** Pays with a BLIK code that the simulated acquirer accepts immediately. @param payment the path of the payment’s page. */
export const payWithBlik = (world: World, payment: string): Promise<PageResponse> =>
  openLinkPage(world, `${payment}/method`, { channel: 'blik', code: '777123' });
