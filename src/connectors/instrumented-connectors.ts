import { SpanKind } from '@opentelemetry/api';
import { inChildSpan } from '../runtime/tracing/spans.js';
import type { AcquirerConnector } from './acquirers/port/acquirer-connector.js';
import type { ConnectorLabels, ConnectorMetrics } from './metrics/connector-metrics.js';
import type { Operator, OperatorConnector } from './operators/operator.port.js';

/** An operation of any connector: every connector's operation is assignable to it, and it can be called only with `never`. */
type Operation = (request: never, ...others: never[]) => Promise<{ outcome: string }>;

/** Wraps an operator's connector: counts, times and traces its calls. */
export function instrumentedOperator(operator: Operator, connector: OperatorConnector, metrics: ConnectorMetrics): OperatorConnector {
  const labels: ConnectorLabels = { kind: 'operator', connector: operator };
  return {
    ...instrumented(connector, labels, metrics, ['sendCode', 'charge', 'chargeStatus', 'reverse']),
    mayBeCallback: (head) => connector.mayBeCallback(head),
    readCallback: (raw) => connector.readCallback(raw),
    get isSimulated() {
      return connector.isSimulated;
    },
    isTestNumber: (phoneNumber) => connector.isTestNumber(phoneNumber),
  };
}

/** Wraps an acquirer's connector: counts, times and traces its calls. */
export function instrumentedAcquirer(connector: AcquirerConnector, metrics: ConnectorMetrics): AcquirerConnector {
  const { name, capabilities, aliases, recurring } = connector;
  const labels: ConnectorLabels = { kind: 'acquirer', connector: name };
  const recurringOperations = ['registerMandate', 'chargeMandate', 'pollMandate', 'revokeMandate'] as const;
  return {
    name,
    capabilities,
    get isSimulated() {
      return connector.isSimulated;
    },
    ...instrumented(connector, labels, metrics, ['start', 'submitCode', 'poll', 'capture', 'cancel'], (attempt) => attempt.channel),
    ...instrumented(connector, labels, metrics, ['refund', 'pollRefund'], (refund) => refund.attempt.channel),
    aliases: aliases && instrumented(aliases, labels, metrics, ['pollAlias', 'unregisterAlias'], () => 'blik-level0'),
    recurring: recurring && instrumented(recurring, labels, metrics, recurringOperations, () => 'blik-recurrent'),
    mayBeCallback: (head) => connector.mayBeCallback(head),
    readCallback: (raw) => connector.readCallback(raw),
  };
}

/** Wraps the operations. Their names are used in metrics and spans, and so in dashboards and alerts. Spans contain no data of the payer. */
function instrumented<Name extends string, Connector extends Record<Name, Operation>>(
  connector: Connector,
  labels: ConnectorLabels,
  metrics: ConnectorMetrics,
  operations: readonly Name[],
  channelOf?: (request: Parameters<Connector[Name]>[0]) => string,
): Pick<Connector, Name> {
  const { kind, connector: name } = labels;
  const instrument = (operation: Name): Operation => {
    return (request, ...others) => {
      const channelAttribute = channelOf && { 'gateway.channel': channelOf(request) };
      const attributes = { [`gateway.${kind}`]: name, [`gateway.${kind}.operation`]: operation, ...channelAttribute };
      return metrics.observe(labels, operation, () =>
        inChildSpan(`${operation} ${name}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
          const result = await connector[operation](request, ...others);
          span.setAttribute(`gateway.${kind}.outcome`, result.outcome);
          return result;
        }),
      );
    };
  };
  metrics.startCountersAtZero(labels, operations);
  // TypeScript does not see that each name keeps the type of its own operation.
  return Object.fromEntries(operations.map((operation) => [operation, instrument(operation)])) as Pick<Connector, Name>;
}
