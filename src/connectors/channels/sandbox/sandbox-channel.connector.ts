import { hasFreshSignature, isSignedMessage, signMessage } from '../../../common/http/signed-message.js';
import type { SystemClock } from '../../../common/time/clocks.js';
import { exchange, type Exchanged } from '../../exchange/http-exchange.js';
import { jsonMembers } from '../../exchange/json-members.js';
import type { AttemptResult, NotFound, NotSent, StartAttempt, StartedAttempt } from '../port/attempt.js';
import { ChannelConnector } from '../port/channel-connector.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../port/refund.js';
import type { RawReport, ReadReport, ReportHead } from '../port/report.js';
import type { Submission } from '../port/submission.js';
import { SANDBOX_CAPABILITIES, sandboxMethodOf } from './sandbox-capabilities.js';
import { notFound, toAnswered, toBegun, toRefund, toRefundAnswered } from './sandbox-channel.mapping.js';
import { toReadReport } from './sandbox-report.js';

export interface SandboxChannelOptions {
  /** Asked at each call; null while the simulated acquirer does not listen. */
  baseUrl: () => string | null;
  /** Signs what is sent and proves who reports. */
  secret: string;
  timeoutMs: number;
  clock: SystemClock;
}

const NOT_ANSWERED: Exchanged = { outcome: 'unanswered' };

/** Speaks the simulated acquirer's protocol: JSON over HTTP, each message signed with HMAC-SHA256. */
export class SandboxChannelConnector extends ChannelConnector {
  readonly name = 'sandbox';
  readonly capabilities = SANDBOX_CAPABILITIES;
  readonly aliases = null;
  readonly recurring = null;

  constructor(private readonly options: SandboxChannelOptions) {
    super();
  }

  override get isSimulated(): boolean {
    return true;
  }

  async start({ reference, channel, money, description, returnUrl, expiresAt }: StartAttempt): Promise<AttemptResult | NotSent> {
    const method = sandboxMethodOf(channel);
    const { amountMinor: amount, currency } = money;
    return toBegun(await this.post('payments', { reference, method, amount, currency, description, returnUrl, expiresAt }));
  }

  async submitCode(attempt: StartAttempt & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    return toBegun(await this.postTo(attempt, 'codes', fieldsOf(submission)));
  }

  async ask({ reference }: StartedAttempt): Promise<AttemptResult | NotFound> {
    const exchanged = await this.get(`payments/of/${encodeURIComponent(reference)}`);
    return notFound(exchanged) ?? toAnswered(exchanged);
  }

  async settle(attempt: StartedAttempt): Promise<AttemptResult> {
    return toAnswered(await this.postTo(attempt, 'capture', {}));
  }

  async cancel(attempt: StartedAttempt): Promise<AttemptResult> {
    return toAnswered(await this.postTo(attempt, 'cancel', {}));
  }

  async refund({ reference, attempt, money }: RefundRequest): Promise<RefundResult | NotSent> {
    return toRefund(await this.postTo(attempt, 'refunds', { reference, amount: money.amountMinor }));
  }

  async askRefund({ reference }: StartedRefund): Promise<RefundResult | NotFound> {
    const exchanged = await this.get(`refunds/of/${encodeURIComponent(reference)}`);
    return notFound(exchanged) ?? toRefundAnswered(exchanged);
  }

  override mayReport({ headers }: ReportHead): boolean {
    return hasFreshSignature(headers, this.options.clock.now());
  }

  readReport({ headers, body }: RawReport): Promise<ReadReport> {
    const { secret, clock } = this.options;
    const isGenuine = isSignedMessage(secret, { subject: 'report acquirer', body }, headers, clock.now());
    return Promise.resolve(isGenuine ? toReadReport(jsonMembers(body.toString('utf8'))) : { verdict: 'rejected' });
  }

  /** The acquirer's own name of an attempt whose start was not answered has to be asked for. */
  private async postTo(attempt: StartedAttempt, operation: string, fields: object): Promise<Exchanged> {
    const id = attempt.providerRef ?? (await this.providerRefOf(attempt));
    return id === null ? NOT_ANSWERED : this.post(`payments/${encodeURIComponent(id)}/${operation}`, fields);
  }

  private async providerRefOf(attempt: StartedAttempt): Promise<string | null> {
    const asked = await this.ask(attempt);
    return asked.outcome === 'not_found' ? null : asked.providerRef;
  }

  private get(path: string): Promise<Exchanged> {
    return this.call('GET', path);
  }

  private post(path: string, fields: object): Promise<Exchanged> {
    return this.call('POST', path, JSON.stringify(fields));
  }

  private async call(method: 'GET' | 'POST', path: string, body?: string): Promise<Exchanged> {
    const { baseUrl, secret, timeoutMs, clock } = this.options;
    const base = baseUrl();
    if (base === null) return { outcome: 'not_sent' };
    const target = `/acquirer/v1/${path}`;
    const signature = signMessage(secret, { subject: `${method} ${target}`, body: body ?? '' }, clock.now());
    const headers = { ...signature, ...(body !== undefined && { 'content-type': 'application/json' }) };
    return exchange({ method, url: `${base}${target}`, headers, timeoutMs, ...(body !== undefined && { body }) });
  }
}

function fieldsOf(submission: Submission): object {
  const { reference } = submission;
  if (submission.kind === 'alias') return { reference, alias: submission.value, app: submission.app };
  const { code, register } = submission;
  return { reference, code, registerAlias: register?.value ?? null, aliasLabel: register?.label ?? null };
}
