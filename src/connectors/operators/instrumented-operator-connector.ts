import { SpanKind } from '@opentelemetry/api';
import { inChildSpan } from '../../runtime/tracing/spans.js';
import type { ConnectorMetrics } from '../metrics/connector-metrics.js';
import {
  type ChargeRequest,
  type ChargeResult,
  type ChargeStatus,
  type Operator,
  OperatorConnector,
  type OperatorCallback,
  type RawOperatorCallback,
  type OperatorCallbackHead,
  type ReversalResult,
  type SendCodeRequest,
  type OperatorCodeResult,
} from './operator.port.js';

/** Wraps an operator's connector: counts, times and traces its calls. Spans contain no data of the payer. */
export class InstrumentedOperatorConnector extends OperatorConnector {
  constructor(
    private readonly operator: Operator,
    private readonly connector: OperatorConnector,
    private readonly metrics: ConnectorMetrics,
  ) {
    super();
    metrics.startCountersAtZero({ kind: 'operator', connector: operator }, ['sendCode', 'charge', 'chargeStatus', 'reverse']);
  }

  sendCode(request: SendCodeRequest): Promise<OperatorCodeResult> {
    return this.call('sendCode', () => this.connector.sendCode(request));
  }

  charge(request: ChargeRequest): Promise<ChargeResult> {
    return this.call('charge', () => this.connector.charge(request));
  }

  chargeStatus(chargeReference: string): Promise<ChargeStatus> {
    return this.call('chargeStatus', () => this.connector.chargeStatus(chargeReference));
  }

  reverse(chargeReference: string): Promise<ReversalResult> {
    return this.call('reverse', () => this.connector.reverse(chargeReference));
  }

  override mayBeCallback(head: OperatorCallbackHead): boolean {
    return this.connector.mayBeCallback(head);
  }

  readCallback(raw: RawOperatorCallback): OperatorCallback | null {
    return this.connector.readCallback(raw);
  }

  override get isSimulated(): boolean {
    return this.connector.isSimulated;
  }

  override isTestNumber(phoneNumber: string): boolean {
    return this.connector.isTestNumber(phoneNumber);
  }

  private call<T extends { outcome: string }>(operation: string, request: () => Promise<T>): Promise<T> {
    const attributes = { 'gateway.operator': this.operator, 'gateway.operator.operation': operation };
    return this.metrics.observe({ kind: 'operator', connector: this.operator }, operation, () =>
      inChildSpan(`${operation} ${this.operator}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const result = await request();
        span.setAttribute('gateway.operator.outcome', result.outcome);
        return result;
      }),
    );
  }
}
