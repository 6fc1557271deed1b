import { type SharedSecret, signMessage } from '../../../common/signed-message.js';
import type { SystemClock } from '../../../common/time/clocks.js';
import { sendProviderRequest, type ProviderResponse } from '../../http/provider-request.js';
import type { AttemptRequest } from '../port/attempt.js';

export interface SandboxAcquirerOptions {
  /** Called for each request. Returns null while the simulated acquirer does not listen. */
  baseUrl: () => string | null;
  /** Signs requests and verifies callbacks. */
  secret: SharedSecret;
  timeoutMs: number;
  clock: SystemClock;
}

/** Sends signed requests to the simulated acquirer. */
export class SandboxClient {
  constructor(private readonly options: SandboxAcquirerOptions) {}

  get(path: string): Promise<ProviderResponse> {
    return this.call('GET', path);
  }

  post(path: string, fields: object): Promise<ProviderResponse> {
    return this.call('POST', path, JSON.stringify(fields));
  }

  private async call(method: 'GET' | 'POST', path: string, body?: string): Promise<ProviderResponse> {
    const { baseUrl, secret, timeoutMs, clock } = this.options;
    const base = baseUrl();
    if (base === null) return { outcome: 'not_sent' };
    const target = `/acquirer/v1/${path}`;
    const signature = signMessage(secret, { subject: `${method} ${target}`, body: body ?? '' }, clock.now());
    const headers = { ...signature, ...(body !== undefined && { 'content-type': 'application/json' }) };
    return sendProviderRequest({ method, url: `${base}${target}`, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}

/** Fields that every request for a payment or a charge sends to the simulated acquirer. */
export function acquirerOrderOf({ reference, money, seller, description, returnUrl, expiresAt }: AttemptRequest): object {
  return { reference, amount: money.amountMinor, currency: money.currency, seller, description, returnUrl, expiresAt };
}
