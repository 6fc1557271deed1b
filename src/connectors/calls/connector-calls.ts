import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../../runtime/metrics/metrics.js';
import { CALL_OUTCOMES, type CallOutcome, callOutcome } from './call-outcome.js';
import { withTrouble } from '../exchange/call-trouble.js';

/** A connector as the figures name it. */
export interface ConnectorName {
  kind: 'operator' | 'acquirer';
  connector: string;
}

/** Counts and times calls to outside parties, by what came of them. */
@Injectable()
export class ConnectorCalls {
  private readonly calls: Counter<'kind' | 'connector' | 'operation' | 'outcome'>;
  private readonly durations: Histogram<'kind' | 'connector' | 'operation'>;

  constructor({ registry }: Metrics) {
    this.calls = new Counter({
      name: 'gateway_connector_calls_total',
      help: 'Calls to operators and acquirers by operation and outcome.',
      labelNames: ['kind', 'connector', 'operation', 'outcome'],
      registers: [registry],
    });
    this.durations = new Histogram({
      name: 'gateway_connector_call_duration_seconds',
      help: 'How long calls to operators and acquirers took, whatever came of them.',
      labelNames: ['kind', 'connector', 'operation'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
  }

  /** A rate needs a first value. */
  expect(name: ConnectorName, operations: readonly string[]): void {
    for (const operation of operations) for (const outcome of CALL_OUTCOMES) this.calls.inc({ ...name, operation, outcome }, 0);
  }

  async observe<T extends { outcome: string }>(name: ConnectorName, operation: string, ask: () => Promise<T>): Promise<T> {
    const stop = this.durations.startTimer({ ...name, operation });
    let outcome: CallOutcome = 'error'; // a connector that throws is a defect, and nobody's word
    try {
      const { result, trouble } = await withTrouble(ask);
      outcome = callOutcome(result.outcome, trouble);
      return result;
    } finally {
      stop();
      this.calls.inc({ ...name, operation, outcome });
    }
  }
}
