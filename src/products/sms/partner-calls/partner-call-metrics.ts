import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../../runtime/metrics/metrics.js';
import type { CallResult } from './partner-call-store.js';

/** The states that a call can be in after an attempt. */
const OUTCOMES: CallResult['state'][] = ['answered', 'waiting', 'exhausted', 'stopped'];

/** Counts attempts that are recorded, in memory. */
@Injectable()
export class PartnerCallMetrics {
  private readonly calls: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.calls = new Counter({
      name: 'gateway_sms_partner_calls_total',
      help: 'Calls to partners’ programs by outcome; exhausted and stopped ones had no usable answer and are not repeated.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of OUTCOMES) this.calls.inc({ outcome }, 0); // a rate needs a first value
  }

  count(outcome: CallResult['state']): void {
    this.calls.inc({ outcome });
  }
}
