import { SpanKind } from '@opentelemetry/api';
import { inChildSpan } from '../../runtime/tracing/in-span.js';
import type { ConnectorCalls } from '../calls/connector-calls.js';
import type { AliasOperations } from './port/alias.js';
import type { AttemptResult, NotFound, NotSent, StartAttempt, StartedAttempt } from './port/attempt.js';
import type { ConnectorCapabilities } from './port/capabilities.js';
import { ChannelConnector } from './port/channel-connector.js';
import type { RecurringOperations } from './port/consent.js';
import type { RefundRequest, RefundResult, StartedRefund } from './port/refund.js';
import type { RawReport, ReadReport, ReportHead } from './port/report.js';
import type { Submission } from './port/submission.js';

const OPERATIONS = ['start', 'submitCode', 'ask', 'settle', 'cancel', 'refund', 'askRefund'];
const ALIAS_OPERATIONS = ['askAlias', 'unregisterAlias'];
const RECURRING_OPERATIONS = ['registerConsent', 'chargeConsent', 'askConsent', 'revokeConsent'];

/** Any acquirer's connector whose calls are counted, timed and traced; who pays and what was typed stays out of it. */
export class ObservedChannelConnector extends ChannelConnector {
  readonly name: string;
  readonly capabilities: ConnectorCapabilities;
  readonly aliases: AliasOperations | null;
  readonly recurring: RecurringOperations | null;

  constructor(
    private readonly connector: ChannelConnector,
    private readonly calls: ConnectorCalls,
  ) {
    super();
    this.name = connector.name;
    this.capabilities = connector.capabilities;
    this.aliases = connector.aliases && this.observedAliases(connector.aliases);
    this.recurring = connector.recurring && this.observedRecurring(connector.recurring);
    const operations = [...OPERATIONS, ...(this.aliases ? ALIAS_OPERATIONS : []), ...(this.recurring ? RECURRING_OPERATIONS : [])];
    calls.expect({ kind: 'acquirer', connector: this.name }, operations);
  }

  override get isSimulated(): boolean {
    return this.connector.isSimulated;
  }

  start(attempt: StartAttempt): Promise<AttemptResult | NotSent> {
    return this.call('start', attempt.channel, () => this.connector.start(attempt));
  }

  submitCode(attempt: StartAttempt & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent> {
    return this.call('submitCode', attempt.channel, () => this.connector.submitCode(attempt, submission));
  }

  ask(attempt: StartedAttempt): Promise<AttemptResult | NotFound> {
    return this.call('ask', attempt.channel, () => this.connector.ask(attempt));
  }

  settle(attempt: StartedAttempt): Promise<AttemptResult> {
    return this.call('settle', attempt.channel, () => this.connector.settle(attempt));
  }

  cancel(attempt: StartedAttempt): Promise<AttemptResult> {
    return this.call('cancel', attempt.channel, () => this.connector.cancel(attempt));
  }

  refund(refund: RefundRequest): Promise<RefundResult | NotSent> {
    return this.call('refund', refund.attempt.channel, () => this.connector.refund(refund));
  }

  askRefund(refund: StartedRefund): Promise<RefundResult | NotFound> {
    return this.call('askRefund', refund.attempt.channel, () => this.connector.askRefund(refund));
  }

  override mayReport(head: ReportHead): boolean {
    return this.connector.mayReport(head);
  }

  readReport(raw: RawReport): Promise<ReadReport> {
    return this.connector.readReport(raw);
  }

  private observedAliases(aliases: AliasOperations): AliasOperations {
    const channel = 'blik-level0';
    return {
      askAlias: (alias) => this.call('askAlias', channel, () => aliases.askAlias(alias)),
      unregisterAlias: (alias) => this.call('unregisterAlias', channel, () => aliases.unregisterAlias(alias)),
    };
  }

  private observedRecurring(recurring: RecurringOperations): RecurringOperations {
    const channel = 'blik-recurrent';
    return {
      registerConsent: (request) => this.call('registerConsent', channel, () => recurring.registerConsent(request)),
      chargeConsent: (charge) => this.call('chargeConsent', channel, () => recurring.chargeConsent(charge)),
      askConsent: (consent) => this.call('askConsent', channel, () => recurring.askConsent(consent)),
      revokeConsent: (consent) => this.call('revokeConsent', channel, () => recurring.revokeConsent(consent)),
    };
  }

  private call<T extends { outcome: string }>(operation: string, channel: string, ask: () => Promise<T>): Promise<T> {
    const attributes = { 'gateway.acquirer': this.name, 'gateway.acquirer.operation': operation, 'gateway.channel': channel };
    return this.calls.observe({ kind: 'acquirer', connector: this.name }, operation, () =>
      inChildSpan(`${operation} ${this.name}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const result = await ask();
        span.setAttribute('gateway.acquirer.outcome', result.outcome);
        return result;
      }),
    );
  }
}
