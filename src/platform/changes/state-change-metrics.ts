import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../runtime/metrics/metrics.js';

/** A state that a row has come to. */
export interface ReachedState {
  /** The kind of row, as its subject is called: `direct_billing_charge`. */
  subject: string;
  state: string;
  /** The operator or account that the row is at; empty where there is none. */
  connector: string;
}

/** Counts changes of state once they are committed; memory only. */
@Injectable()
export class StateChangeMetrics {
  private readonly changes: Counter<'subject' | 'state' | 'connector'>;

  constructor({ registry }: Metrics) {
    this.changes = new Counter({
      name: 'gateway_state_changes_total',
      help: 'Rows that came to a state, by kind of row, state, and operator or account where they are at one.',
      labelNames: ['subject', 'state', 'connector'],
      registers: [registry],
    });
  }

  count({ subject, state, connector }: ReachedState): void {
    this.changes.inc({ subject, state, connector });
  }

  /** Starts a watched state's counter at zero: a rate needs a first value. */
  expect({ subject, state, connector }: ReachedState): void {
    this.changes.inc({ subject, state, connector }, 0);
  }
}
