import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { SystemClock } from '../../common/time/clocks.js';
import { Metrics } from '../../runtime/metrics/metrics.js';
import { CALL_OUTCOMES, type CallOutcome, callOutcome } from './call-outcome.js';
import { trackCallFailure } from '../http/call-failure.js';

/** Labels of a connector in metrics. */
export interface ConnectorLabels {
  kind: 'operator' | 'acquirer';
  connector: string;
}

/** Results of a connector's calls in this process. */
export interface ConnectorSummary extends ConnectorLabels {
  /** Calls with a definite response, or with the response that the outcome is still pending. */
  answered: number;
  timeouts: number;
  /** Calls without a connection, with an interrupted response, an error status or a response that cannot be understood. */
  failures: number;
  /** Time of the latest call in `answered`. null before the first. */
  answeredAt: Date | null;
  /** Time of the latest call in `timeouts` or `failures`. null before the first. */
  failedAt: Date | null;
}

const ANSWERED: readonly CallOutcome[] = ['ok', 'declined', 'pending'];

/** Counts and times calls to providers by outcome. */
@Injectable()
export class ConnectorMetrics {
  private readonly calls: Counter<'kind' | 'connector' | 'operation' | 'outcome'>;
  private readonly durations: Histogram<'kind' | 'connector' | 'operation'>;

  private readonly summaries = new Map<string, ConnectorSummary>();
  private readonly startedAt: Date;

  constructor(
    { registry }: Metrics,
    private readonly clock: SystemClock,
  ) {
    this.startedAt = clock.now();
    this.calls = new Counter({
      name: 'gateway_connector_calls_total',
      help: 'Calls to operators and acquirers by operation and outcome.',
      labelNames: ['kind', 'connector', 'operation', 'outcome'],
      registers: [registry],
    });
    this.durations = new Histogram({
      name: 'gateway_connector_call_duration_seconds',
      help: 'How long calls to operators and acquirers took, with any outcome.',
      labelNames: ['kind', 'connector', 'operation'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
  }

  /** Starts the counters at zero, because Prometheus computes a rate only from a first value. Called for each group of operations. */
  startCountersAtZero(labels: ConnectorLabels, operations: readonly string[]): void {
    const key = `${labels.kind} ${labels.connector}`;
    if (!this.summaries.has(key))
      this.summaries.set(key, { ...labels, answered: 0, timeouts: 0, failures: 0, answeredAt: null, failedAt: null });
    for (const operation of operations) for (const outcome of CALL_OUTCOMES) this.calls.inc({ ...labels, operation, outcome }, 0);
  }

  /** Makes a call, and counts its outcome and its duration. */
  async observe<T extends { outcome: string }>(labels: ConnectorLabels, operation: string, call: () => Promise<T>): Promise<T> {
    const stopTimer = this.durations.startTimer({ ...labels, operation });
    let outcome: CallOutcome = 'error'; // remains only if the connector throws, which is a bug
    try {
      const { result, failure } = await trackCallFailure(call);
      outcome = callOutcome(result.outcome, failure);
      return result;
    } finally {
      stopTimer();
      this.calls.inc({ ...labels, operation, outcome });
      this.updateSummary(labels, outcome);
    }
  }

  /** Results of this process since its start. */
  summary(): { since: Date; connectors: ConnectorSummary[] } {
    return { since: this.startedAt, connectors: [...this.summaries.values()] };
  }

  private updateSummary({ kind, connector }: ConnectorLabels, outcome: CallOutcome): void {
    const summary = this.summaries.get(`${kind} ${connector}`);
    if (!summary) return;
    if (ANSWERED.includes(outcome)) {
      summary.answered += 1;
      summary.answeredAt = this.clock.now();
    } else {
      summary[outcome === 'timeout' ? 'timeouts' : 'failures'] += 1;
      summary.failedAt = this.clock.now();
    }
  }
}
