import { sendProviderRequest, type ProviderResponse } from '../../../src/connectors/http/provider-request.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from '../../../src/connectors/acquirers/port/attempt.js';
import type { ConnectorCapabilities } from '../../../src/connectors/acquirers/port/capabilities.js';
import { AcquirerConnector } from '../../../src/connectors/acquirers/port/acquirer-connector.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../../../src/connectors/acquirers/port/refund.js';
import type { RawCallback, ParsedCallback } from '../../../src/connectors/acquirers/port/callback.js';
import { isNotFoundResponse, toAttempt, toDecimal, toRefund } from './paylink.mapping.js';

export interface PaylinkOptions {
  baseUrl: string;
  merchant: string;
  password: string;
  timeoutMs: number;
}

/** Paylink: forms over HTTP with Basic credentials, decimal amounts, a separate capture, callbacks without a signature. */
export class PaylinkConnector extends AcquirerConnector {
  readonly name = 'paylink';
  readonly aliases = null;
  readonly recurring = null;
  readonly capabilities: ConnectorCapabilities = {
    card: {
      currencies: ['PLN', 'EUR'],
      requiredPayer: ['email'],
      poll: 'by-reference',
      notifiesFailures: false,
      captures: true,
      cancels: false,
      submits: null,
      refunds: { partial: true, several: true, withinDays: 180, secondsApart: 0 },
      recurring: null,
    },
  };

  constructor(private readonly options: PaylinkOptions) {
    super();
  }

  async start({ reference, money, description, payer, returnUrl, callbackUrl }: AttemptRequest): Promise<AttemptResult | NotSent> {
    const form = { order: reference, total: toDecimal(money), currency: money.currency, description, back: returnUrl, tell: callbackUrl };
    const response = await this.post('links', { ...form, email: payer.email ?? '' });
    return response.outcome === 'not_sent' ? response : toAttempt(response);
  }

  /** The product does not call this, because `submits` is null. The outcome is `unknown`. */
  submitCode(): Promise<AttemptResult> {
    return Promise.resolve(toAttempt({ outcome: 'unanswered' }));
  }

  async poll({ reference }: StartedAttempt): Promise<AttemptResult | NotFound> {
    const response = await this.get(`links?order=${reference}`);
    return isNotFoundResponse(response) ? { outcome: 'not_found' } : toAttempt(response);
  }

  async capture({ reference, money }: StartedAttempt): Promise<AttemptResult> {
    return toAttempt(await this.post('collect', { order: reference, total: toDecimal(money) }));
  }

  /** Paylink cannot cancel a link. The result is the current state, and the unpaid link expires at Paylink. */
  async cancel(attempt: StartedAttempt): Promise<AttemptResult> {
    return toAttempt(await this.get(`links?order=${attempt.reference}`));
  }

  async refund({ reference, attempt, money }: RefundRequest): Promise<RefundResult | NotSent> {
    const response = await this.post('refunds', { key: reference, order: attempt.reference, total: toDecimal(money) });
    return response.outcome === 'not_sent' ? response : toRefund(response);
  }

  async pollRefund({ reference }: StartedRefund): Promise<RefundResult | NotFound> {
    const response = await this.get(`refunds?key=${reference}`);
    return isNotFoundResponse(response) ? { outcome: 'not_found' } : toRefund(response);
  }

  /** A callback has no signature and names only an order, so the product polls this order. */
  readCallback({ body }: RawCallback): Promise<ParsedCallback> {
    const order = new URLSearchParams(body.toString('utf8')).get('order');
    const about = order === null ? [] : [{ providerRef: null, reference: order }];
    return Promise.resolve({ verdict: 'hint', about, answer: { status: 200, contentType: 'text/plain', body: 'TRUE' } });
  }

  private get(path: string): Promise<ProviderResponse> {
    return this.send('GET', path);
  }

  private post(path: string, form: Record<string, string>): Promise<ProviderResponse> {
    return this.send('POST', path, new URLSearchParams(form).toString());
  }

  private send(method: 'GET' | 'POST', path: string, body?: string): Promise<ProviderResponse> {
    const { baseUrl, merchant, password, timeoutMs } = this.options;
    const headers = {
      authorization: `Basic ${Buffer.from(`${merchant}:${password}`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    return sendProviderRequest({ method, url: `${baseUrl}/${path}`, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}
