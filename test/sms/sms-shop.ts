import { CreatePartnerService } from '../../src/platform/partners/create-partner.service.js';
import { CreateTokenService } from '../../src/platform/partners/tokens/create-token.service.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import type { ServiceStatus } from '../../src/platform/partners/services/service-status.js';
import { CreateSmsService, type CreateSmsServiceInput } from '../../src/products/sms/services/create-sms-service.js';
import type { HttpResponse, HttpRequest } from '../support/http-client.js';
import type { World } from '../support/world.js';

export const GATEWAY_SECRET = 'secret-of-the-sms-gateway';
export const PHONE = '48500600700';

let shopCount = 0;

export interface Message {
  id?: string;
  from?: string;
  to?: string | number;
  text?: string;
  time?: string;
  secret?: string;
}

/** A partner with an SMS service and a token, and the payers who send messages to the service. The partner is new unless the options name one. */
export interface SmsShop {
  partnerId: string;
  serviceId: string;
  token: string;
  keyword: string;
  ipnKey(): Promise<string>;
  newToken(abilities?: string[]): Promise<string>;
  /** GET below `/sms/{serviceId}` with the partner's token. */
  get(path?: string, request?: HttpRequest): Promise<HttpResponse>;
  check(code: unknown, number?: unknown, request?: HttpRequest): Promise<HttpResponse>;
  /** Sends a payer's message as the SMS gateway does; by default to 7055 with the service's keyword. */
  receive(message?: Message): Promise<HttpResponse>;
  /** Sends a message like `receive`. @returns the code in the reply. */
  buyCode(message?: Message): Promise<string>;
}

export type SmsShopOptions = Partial<CreateSmsServiceInput> & { status?: ServiceStatus };

export async function createSmsShop(world: Pick<World, 'http' | 'get'>, options: SmsShopOptions = {}): Promise<SmsShop> {
  const { http } = world;
  const partnerId = options.partnerId ?? (await world.get(CreatePartnerService).run({ name: 'SMS Shop' })).id;
  shopCount += 1;
  const suffix = options.suffix ?? `SHOP${shopCount}`;
  const service = await world.get(CreateSmsService).run({
    partnerId,
    name: 'Points',
    type: 'ONE_TIME_CODE',
    prefix: 'TC',
    numbers: [7055, 7255, 92555],
    ...options,
    suffix,
  });
  const newToken = async (abilities = ['*']): Promise<string> =>
    (await world.get(CreateTokenService).run({ partnerId, name: 'test', abilities })).token;
  const token = await newToken();
  const base = `/sms/${service.id}`;
  const keyword = `${options.prefix ?? 'TC'}.${suffix}`;
  const receive = (message: Message = {}): Promise<HttpResponse> => sendInboundMessage(world, { text: keyword, ...message });
  return {
    partnerId,
    serviceId: service.id,
    token,
    keyword,
    newToken,
    ipnKey: async () => (await world.get(ServiceKeys).signingKeys(service.id)).bodyKey,
    get: (path = '', request = {}) => http.get(base + path, { token, ...request }),
    check: (code, number, request = {}) => http.post(base, { token, body: { code, ...(number !== undefined && { number }) }, ...request }),
    receive,
    async buyCode(message) {
      const { text } = await receive(message);
      const code = /code: (\S+)$/.exec(text)?.[1];
      if (!code) throw new Error(`No code in the reply: ${text}`);
      return code;
    },
  };
}

/** Sends a message as a form, as SMS gateways do. */
export function sendInboundMessage({ http }: Pick<World, 'http'>, message: Message): Promise<HttpResponse> {
  const { secret = GATEWAY_SECRET, ...fields } = message;
  const parameters = { id: newMessageId(), from: PHONE, to: 7055, ...fields };
  const form = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]));
  return http.post('/connectors/sms/inbound', {
    body: form.toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Connector-Secret': secret },
  });
}

export const newMessageId = (): string => `m-${process.pid}-${(messageCount += 1)}`;
let messageCount = 0;
