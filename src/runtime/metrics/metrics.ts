import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Metrics of this process. The registry is not prom-client's global one, so that several gateways in one process (tests) do not mix. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'gateway_http_request_duration_seconds',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  readonly deliveries = new Counter({
    name: 'gateway_webhook_attempts_total',
    help: 'Attempts to deliver a notification, by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly acknowledgement = new Histogram({
    name: 'gateway_webhook_acknowledgement_seconds',
    help: 'Time from an event to its acknowledgement by the partner, without notifications that staff sent again.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30, 120, 600, 3600, 86_400],
    registers: [this.registry],
  });

  readonly exhausted = new Counter({
    name: 'gateway_webhook_exhausted_total',
    help: 'Notifications that were not acknowledged and will not be retried automatically.',
    registers: [this.registry],
  });

  constructor() {
    // A rate in Prometheus needs a first value.
    for (const outcome of ['acknowledged', 'not_acknowledged', 'gone', 'failed']) this.deliveries.inc({ outcome }, 0);
    collectDefaultMetrics({ register: this.registry });
  }
}
