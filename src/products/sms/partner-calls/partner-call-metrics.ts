import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../../runtime/metrics/metrics.js';
import type { CallResult } from './partner-call-store.js';

/** What becomes of a call with an attempt: the state it is in afterwards. */
const OUTCOMES: CallResult['state'][] = ['answered', 'waiting', 'exhausted', 'stopped'];

/** Counts an attempt once it stands in the database; memory only. */
@Injectable()
export class PartnerCallMetrics {
  private readonly calls: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.calls = new Counter({
      name: 'gateway_sms_partner_calls_total',
      help: 'Calls to partners’ programs by outcome; exhausted and stopped ones are not repeated although nobody gave a usable answer.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of OUTCOMES) this.calls.inc({ outcome }, 0); // a rate needs a first value
  }

  count(outcome: CallResult['state']): void {
    this.calls.inc({ outcome });
  }
}
