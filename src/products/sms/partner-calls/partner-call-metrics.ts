import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../../runtime/metrics/metrics.js';
import type { CallResult } from './partner-call-store.js';

/** The states that a call can be in after an attempt. */
const OUTCOMES: CallResult['state'][] = ['answered', 'waiting', 'exhausted', 'stopped'];

/** Counts recorded calls of this process. */
@Injectable()
export class PartnerCallMetrics {
  private readonly calls: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.calls = new Counter({
      name: 'gateway_sms_partner_calls_total',
      help: 'Calls to partners’ programs by outcome. Exhausted and stopped calls had no usable response and are not repeated.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of OUTCOMES) this.calls.inc({ outcome }, 0); // rate() in Prometheus needs a first value
  }

  count(outcome: CallResult['state']): void {
    this.calls.inc({ outcome });
  }
}
