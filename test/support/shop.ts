import type { INestApplicationContext } from '@nestjs/common';
import { CreateDirectBillingService } from '../../src/products/direct-billing/services/create-direct-billing-service.js';
import { CreatePartnerService } from '../../src/platform/partners/create-partner.service.js';
import { type CreateTokenInput, CreateTokenService } from '../../src/platform/partners/tokens/create-token.service.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import type { AmountRendering, ServiceStatus } from '../../src/platform/partners/services/service-status.js';
import type { HttpResponse, HttpRequest, HttpClient } from './http-client.js';
import type { Receiver } from './receiver.js';

export interface ShopOptions {
  abilities?: string[];
  token?: Partial<CreateTokenInput>;
  amountRendering?: AmountRendering;
  status?: ServiceStatus;
  /** Whether the service has no URL for notifications, so the gateway sends none. */
  silent?: boolean;
}

/** A partner for tests: its service, its token and the receiver of its notifications. */
export interface Shop {
  partnerId: string;
  serviceId: string;
  token: string;
  tokenId: string;
  receiver: Receiver;
  ipnKey(): Promise<string>;
  newToken(input?: Partial<CreateTokenInput>): Promise<{ id: string; token: string }>;
  /** Calls below `/directbilling/{serviceId}` with the token of the shop. */
  get(path?: string, call?: HttpRequest): Promise<HttpResponse>;
  post(path: string, body: unknown, call?: HttpRequest): Promise<HttpResponse>;
  create(body?: Record<string, unknown>): Promise<HttpResponse>;
}

export async function createShop(
  app: INestApplicationContext,
  http: HttpClient,
  receiver: Receiver,
  options: ShopOptions = {},
): Promise<Shop> {
  const partner = await app.get(CreatePartnerService).run({ name: 'Test Shop' });
  const service = await app.get(CreateDirectBillingService).run({
    partnerId: partner.id,
    name: 'Games',
    suffix: 'GAMES',
    notifyUrl: options.silent ? null : `${receiver.url}/notify`,
    ...(options.amountRendering && { amountRendering: options.amountRendering }),
    ...(options.status && { status: options.status }),
  });
  const newToken = (input: Partial<CreateTokenInput> = {}): Promise<{ id: string; token: string }> =>
    app.get(CreateTokenService).run({ partnerId: partner.id, name: 'test', abilities: options.abilities ?? ['*'], ...input });
  const { id: tokenId, token } = await newToken(options.token);
  const base = `/directbilling/${service.id}`;
  return {
    partnerId: partner.id,
    serviceId: service.id,
    token,
    tokenId,
    receiver,
    newToken,
    ipnKey: async () => (await app.get(ServiceKeys).signingKeys(service.id)).bodyKey,
    get: (path = '', call = {}) => http.get(base + path, { token, ...call }),
    post: (path, body, call = {}) => http.post(base + path, { token, body, ...call }),
    create: (body = {}) => http.post(`${base}/transactions`, { token, body: { amount: 12.3, ...body } }),
  };
}
