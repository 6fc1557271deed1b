import { SpanKind } from '@opentelemetry/api';
import { inChildSpan } from '../../runtime/tracing/spans.js';
import type { ConnectorMetrics } from '../metrics/connector-metrics.js';
import type { AliasOperations } from './port/alias.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from './port/attempt.js';
import type { ConnectorCapabilities } from './port/capabilities.js';
import { AcquirerConnector } from './port/acquirer-connector.js';
import type { RecurringOperations } from './port/mandate.js';
import type { RefundRequest, RefundResult, StartedRefund } from './port/refund.js';
import type { RawCallback, ParsedCallback, CallbackHead } from './port/callback.js';
import type { Submission } from './port/submission.js';

/** Names of the operations in metrics and spans. Dashboards and alerts use these names. */
const OPERATIONS = ['start', 'submitCode', 'poll', 'capture', 'cancel', 'refund', 'pollRefund'];
const ALIAS_OPERATIONS = ['pollAlias', 'unregisterAlias'];
const RECURRING_OPERATIONS = ['registerMandate', 'chargeMandate', 'pollMandate', 'revokeMandate'];

/** Wraps an acquirer's connector: counts, times and traces its calls. Spans contain no data of the payer. */
export class InstrumentedAcquirerConnector extends AcquirerConnector {
  readonly name: string;
  readonly capabilities: ConnectorCapabilities;
  readonly aliases: AliasOperations | null;
  readonly recurring: RecurringOperations | null;

  constructor(
    private readonly connector: AcquirerConnector,
    private readonly metrics: ConnectorMetrics,
  ) {
    super();
    this.name = connector.name;
    this.capabilities = connector.capabilities;
    this.aliases = connector.aliases && this.instrumentAliases(connector.aliases);
    this.recurring = connector.recurring && this.instrumentRecurring(connector.recurring);
    const operations = [...OPERATIONS, ...(this.aliases ? ALIAS_OPERATIONS : []), ...(this.recurring ? RECURRING_OPERATIONS : [])];
    metrics.startCountersAtZero({ kind: 'acquirer', connector: this.name }, operations);
  }

  override get isSimulated(): boolean {
    return this.connector.isSimulated;
  }

  start(attempt: AttemptRequest): Promise<AttemptResult | NotSent> {
    return this.call('start', attempt.channel, () => this.connector.start(attempt));
  }

  submitCode(attempt: AttemptRequest & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    return this.call('submitCode', attempt.channel, () => this.connector.submitCode(attempt, submission));
  }

  poll(attempt: StartedAttempt): Promise<AttemptResult | NotFound> {
    return this.call('poll', attempt.channel, () => this.connector.poll(attempt));
  }

  capture(attempt: StartedAttempt): Promise<AttemptResult> {
    return this.call('capture', attempt.channel, () => this.connector.capture(attempt));
  }

  cancel(attempt: StartedAttempt): Promise<AttemptResult> {
    return this.call('cancel', attempt.channel, () => this.connector.cancel(attempt));
  }

  refund(refund: RefundRequest): Promise<RefundResult | NotSent> {
    return this.call('refund', refund.attempt.channel, () => this.connector.refund(refund));
  }

  pollRefund(refund: StartedRefund): Promise<RefundResult | NotFound> {
    return this.call('pollRefund', refund.attempt.channel, () => this.connector.pollRefund(refund));
  }

  override mayBeCallback(head: CallbackHead): boolean {
    return this.connector.mayBeCallback(head);
  }

  readCallback(raw: RawCallback): Promise<ParsedCallback> {
    return this.connector.readCallback(raw);
  }

  private instrumentAliases(aliases: AliasOperations): AliasOperations {
    const channel = 'blik-level0';
    return {
      pollAlias: (alias) => this.call('pollAlias', channel, () => aliases.pollAlias(alias)),
      unregisterAlias: (alias) => this.call('unregisterAlias', channel, () => aliases.unregisterAlias(alias)),
    };
  }

  private instrumentRecurring(recurring: RecurringOperations): RecurringOperations {
    const channel = 'blik-recurrent';
    return {
      registerMandate: (request) => this.call('registerMandate', channel, () => recurring.registerMandate(request)),
      chargeMandate: (charge) => this.call('chargeMandate', channel, () => recurring.chargeMandate(charge)),
      pollMandate: (mandate) => this.call('pollMandate', channel, () => recurring.pollMandate(mandate)),
      revokeMandate: (mandate, revokedFor) => this.call('revokeMandate', channel, () => recurring.revokeMandate(mandate, revokedFor)),
    };
  }

  private call<T extends { outcome: string }>(operation: string, channel: string, request: () => Promise<T>): Promise<T> {
    const attributes = { 'gateway.acquirer': this.name, 'gateway.acquirer.operation': operation, 'gateway.channel': channel };
    return this.metrics.observe({ kind: 'acquirer', connector: this.name }, operation, () =>
      inChildSpan(`${operation} ${this.name}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const result = await request();
        span.setAttribute('gateway.acquirer.outcome', result.outcome);
        return result;
      }),
    );
  }
}
