import { hasFreshSignature, isSignedMessage } from '../../../common/signed-message.js';
import type { ProviderResponse } from '../../http/provider-request.js';
import { parseCallbackBody } from '../../http/json-object.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from '../port/attempt.js';
import { AcquirerConnector } from '../port/acquirer-connector.js';
import type { RefundRequest, RefundResult, StartedRefund } from '../port/refund.js';
import type { RawCallback, ParsedCallback, CallbackHead } from '../port/callback.js';
import type { Submission } from '../port/submission.js';
import { SandboxAliases } from './sandbox-aliases.js';
import { acquirerOrderOf, SandboxClient, type SandboxAcquirerOptions } from './sandbox-client.js';
import { startsWithMandate, SANDBOX_CAPABILITIES, sandboxMethodOf } from './sandbox-capabilities.js';
import { NEEDS_CODE, notFound, toPollResult, toStartResult, toRefundStartResult, toRefundPollResult } from './sandbox-acquirer.mapping.js';
import { SandboxRecurring } from './sandbox-recurring.js';
import { toParsedCallback } from './sandbox-callback.js';

const UNANSWERED: ProviderResponse = { outcome: 'unanswered' };

/** Connector for the protocol of the simulated acquirer: JSON over HTTP, each message signed with HMAC-SHA256. */
export class SandboxAcquirerConnector extends AcquirerConnector {
  readonly name = 'sandbox';
  readonly capabilities = SANDBOX_CAPABILITIES;
  readonly aliases: SandboxAliases;
  readonly recurring: SandboxRecurring;
  private readonly client: SandboxClient;

  constructor(private readonly options: SandboxAcquirerOptions) {
    super();
    this.client = new SandboxClient(options);
    this.aliases = new SandboxAliases(this.client);
    this.recurring = new SandboxRecurring(this.client);
  }

  override get isSimulated(): boolean {
    return true;
  }

  async start(attempt: AttemptRequest): Promise<AttemptResult | NotSent> {
    // The request for the mandate or the charge starts this attempt at the acquirer.
    if (startsWithMandate(attempt.channel)) return NEEDS_CODE;
    return toStartResult(await this.client.post('payments', { ...acquirerOrderOf(attempt), method: sandboxMethodOf(attempt.channel) }));
  }

  async submitCode(attempt: AttemptRequest & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    return toStartResult(await this.postTo(attempt, 'codes', submissionFields(submission)));
  }

  async poll({ reference }: StartedAttempt): Promise<AttemptResult | NotFound> {
    const response = await this.client.get(`payments/of/${encodeURIComponent(reference)}`);
    return notFound(response) ?? toPollResult(response);
  }

  async capture(attempt: StartedAttempt): Promise<AttemptResult> {
    return toPollResult(await this.postTo(attempt, 'capture', {}));
  }

  async cancel(attempt: StartedAttempt): Promise<AttemptResult> {
    return toPollResult(await this.postTo(attempt, 'cancel', {}));
  }

  async refund({ reference, attempt, money }: RefundRequest): Promise<RefundResult | NotSent> {
    return toRefundStartResult(await this.postTo(attempt, 'refunds', { reference, amount: money.amountMinor }));
  }

  async pollRefund({ reference }: StartedRefund): Promise<RefundResult | NotFound> {
    const response = await this.client.get(`refunds/of/${encodeURIComponent(reference)}`);
    return notFound(response) ?? toRefundPollResult(response);
  }

  override mayBeCallback({ headers }: CallbackHead): boolean {
    return hasFreshSignature(headers, this.options.clock.now());
  }

  readCallback({ headers, body }: RawCallback): Promise<ParsedCallback> {
    const { secret, clock } = this.options;
    const isSigned = isSignedMessage(secret, { subject: 'report acquirer', body }, headers, clock.now());
    return Promise.resolve(isSigned ? toParsedCallback(parseCallbackBody(body)) : { verdict: 'rejected' });
  }

  /**
   * If there was no response to the start, the acquirer's reference is not known. Then the attempt is polled first to get the reference.
   */
  private async postTo(attempt: StartedAttempt, operation: string, fields: object): Promise<ProviderResponse> {
    const id = attempt.providerRef ?? (await this.providerRefOf(attempt));
    return id === null ? UNANSWERED : this.client.post(`payments/${encodeURIComponent(id)}/${operation}`, fields);
  }

  private async providerRefOf(attempt: StartedAttempt): Promise<string | null> {
    const result = await this.poll(attempt);
    return result.outcome === 'not_found' ? null : result.providerRef;
  }
}

function submissionFields(submission: Submission): object {
  const { reference } = submission;
  if (submission.kind === 'alias') return { reference, alias: submission.value, app: submission.app };
  const { code, register } = submission;
  return {
    reference,
    code,
    ...(register && { registerAlias: register.value, aliasReference: register.reference, aliasLabel: register.label }),
  };
}
