import { context, SpanKind } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { inSpan } from '../runtime/tracing/spans.js';
import { useTracer } from '../runtime/tracing/tracer.js';
import type { AcquirerConnector } from './acquirers/port/acquirer-connector.js';
import { instrumentedAcquirer, instrumentedOperator } from './instrumented-connectors.js';
import { ConnectorMetrics } from './metrics/connector-metrics.js';
import type { OperatorConnector } from './operators/operator.port.js';

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => {
  useTracer(undefined);
  context.disable();
});
beforeEach(() => {
  exporter.reset();
  useTracer(tracer);
});

const ATTEMPT = { channel: 'blik' };
const [OF_ATTEMPT, OF_REFUND] = [[ATTEMPT], [{ attempt: ATTEMPT }]];

/** The operations of an acquirer's connector: its path, the arguments of a call, and the channel in the span. */
const ACQUIRER_OPERATIONS: [string, unknown[], string][] = [
  ['start', OF_ATTEMPT, 'blik'],
  ['submitCode', [ATTEMPT, { code: '777123' }], 'blik'],
  ['poll', OF_ATTEMPT, 'blik'],
  ['capture', OF_ATTEMPT, 'blik'],
  ['cancel', OF_ATTEMPT, 'blik'],
  ['refund', OF_REFUND, 'blik'],
  ['pollRefund', OF_REFUND, 'blik'],
  ['aliases.pollAlias', [{}], 'blik-level0'],
  ['aliases.unregisterAlias', [{}, 'reason'], 'blik-level0'],
  ['recurring.registerMandate', [{}], 'blik-recurrent'],
  ['recurring.chargeMandate', [{}, {}], 'blik-recurrent'],
  ['recurring.pollMandate', [{}], 'blik-recurrent'],
  ['recurring.revokeMandate', [{}], 'blik-recurrent'],
];
const OPERATOR_OPERATIONS: [string, unknown[]][] = [
  ['sendCode', [{}]],
  ['charge', [{}, '1234']],
  ['chargeStatus', [{}]],
  ['reverse', [{}]],
];

type Methods = Record<string, (...args: unknown[]) => Promise<{ outcome: string }>>;

/** A part of a connector. Each method returns its own name, its arguments and the object on which it was called. */
function echo(names: readonly string[]): Methods {
  return Object.fromEntries(
    names.map((name) => [
      name,
      function (this: unknown, ...args: unknown[]) {
        return Promise.resolve({ outcome: 'paid', name, args, self: this });
      },
    ]),
  );
}

function world() {
  const registry = new Registry();
  const metrics = new ConnectorMetrics({ registry } as never, { now: () => new Date(0) });
  const [aliases, recurring] = [
    echo(['pollAlias', 'unregisterAlias']),
    echo(['registerMandate', 'chargeMandate', 'pollMandate', 'revokeMandate']),
  ];
  const own = echo([
    'start',
    'submitCode',
    'poll',
    'capture',
    'cancel',
    'refund',
    'pollRefund',
    'sendCode',
    'charge',
    'chargeStatus',
    'reverse',
  ]);
  const connector = { name: 'account-1', capabilities: {}, isSimulated: true, ...own, aliases, recurring };
  const acquirer = connector as unknown as AcquirerConnector;
  const series = async (): Promise<string[]> =>
    (await registry.getMetricsAsJSON())
      .filter(({ name }) => name === 'gateway_connector_calls_total')
      .flatMap(({ values }) =>
        values.map(({ labels, value }) => `${labels['kind']} ${labels['connector']} ${labels['operation']} ${labels['outcome']} ${value}`),
      );
  return { metrics, connector, acquirer, aliases, recurring, series };
}

describe('an instrumented connector', () => {
  it.each(ACQUIRER_OPERATIONS)('of an acquirer passes on, counts and traces %s', async (path, args, channel) => {
    const { metrics, connector, acquirer, aliases, recurring, series } = world();
    const instrumented = instrumentedAcquirer(acquirer, metrics) as unknown as Methods & { aliases: Methods; recurring: Methods };
    const [operation = '', group] = path.split('.').reverse();
    expect((await series()).filter((line) => line.startsWith(`acquirer account-1 ${operation} `))).toContain(
      `acquirer account-1 ${operation} ok 0`,
    );

    const target = group === 'aliases' ? instrumented.aliases : group === 'recurring' ? instrumented.recurring : instrumented;
    const result = await inSpan('request', {}, async () => target[operation]?.(...args));

    const self = group === 'aliases' ? aliases : group === 'recurring' ? recurring : connector;
    expect(result).toEqual({ outcome: 'paid', name: operation, args, self });
    expect(await series()).toContain(`acquirer account-1 ${operation} ok 1`);
    const span = exporter.getFinishedSpans().find(({ name }) => name === `${operation} account-1`);
    expect([span?.kind, span?.attributes]).toEqual([
      SpanKind.CLIENT,
      {
        'gateway.acquirer': 'account-1',
        'gateway.acquirer.operation': operation,
        'gateway.acquirer.outcome': 'paid',
        'gateway.channel': channel,
      },
    ]);
  });

  it.each(OPERATOR_OPERATIONS)('of an operator passes on, counts and traces %s', async (operation, args) => {
    const { metrics, connector, series } = world();
    const instrumented = instrumentedOperator('orange', connector as unknown as OperatorConnector, metrics) as unknown as Methods;
    expect(await series()).toContain(`operator orange ${operation} ok 0`);
    const result = await inSpan('request', {}, async () => instrumented[operation]?.(...args));
    expect(result).toEqual({ outcome: 'paid', name: operation, args, self: connector });
    expect(await series()).toContain(`operator orange ${operation} ok 1`);
    const span = exporter.getFinishedSpans().find(({ name }) => name === `${operation} orange`);
    expect(span?.attributes).toEqual({
      'gateway.operator': 'orange',
      'gateway.operator.operation': operation,
      'gateway.operator.outcome': 'paid',
    });
  });

  it('of an acquirer without aliases and recurring payments has none either', () => {
    const { metrics, connector } = world();
    const instrumented = instrumentedAcquirer({ ...connector, aliases: null, recurring: null } as unknown as AcquirerConnector, metrics);
    expect([instrumented.aliases, instrumented.recurring]).toEqual([null, null]);
  });

  it('is simulated while its connector is', () => {
    const { metrics, connector, acquirer } = world();
    const instrumented = instrumentedAcquirer(acquirer, metrics);
    expect(instrumented.isSimulated).toBe(true);
    connector.isSimulated = false;
    expect(instrumented.isSimulated).toBe(false);
  });
});
