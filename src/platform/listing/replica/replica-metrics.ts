import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../../runtime/metrics/metrics.js';

/** Where a page was read: the replica, or the primary because the replica had not caught up (`behind`) or could not be read (`away`). */
const SOURCES = ['replica', 'behind', 'away'] as const;
export type ReadSource = (typeof SOURCES)[number];

@Injectable()
export class ReplicaMetrics {
  private readonly reads: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.reads = new Counter({
      name: 'gateway_replica_reads_total',
      help: 'Pages of lists, by source: the replica, or the primary because the replica was behind or unavailable.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of SOURCES) this.reads.inc({ outcome }, 0); // a rate needs a first value
  }

  count(outcome: ReadSource): void {
    this.reads.inc({ outcome });
  }
}
