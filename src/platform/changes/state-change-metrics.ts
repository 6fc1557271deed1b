import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../../runtime/metrics/metrics.js';

/** A state that a row has reached. It is counted once the transaction has committed. */
export interface ReachedState {
  /** The type of the row's subject: `direct_billing_charge`. */
  subject: string;
  state: string;
  /** The operator, or the account at an acquirer, that handles the row. Empty when there is none. */
  connector: string;
}

/** Counts committed changes of state, in memory only. */
@Injectable()
export class StateChangeMetrics {
  private readonly changes: Counter<'subject' | 'state' | 'connector'>;

  constructor({ registry }: Metrics) {
    this.changes = new Counter({
      name: 'gateway_state_changes_total',
      help: 'Rows that reached a state, by type of row, state, and the operator or account that handles the row, if any.',
      labelNames: ['subject', 'state', 'connector'],
      registers: [registry],
    });
  }

  count({ subject, state, connector }: ReachedState): void {
    this.changes.inc({ subject, state, connector });
  }

  /** Starts the counter of a state at zero. For states that an alert watches, because a rate needs a first value. */
  expect({ subject, state, connector }: ReachedState): void {
    this.changes.inc({ subject, state, connector }, 0);
  }
}
