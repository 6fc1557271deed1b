import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { RECORD_PARAMETERS, recordChanges, recordValues, type StateChange, StateHistory } from '../history/state-history.js';
import { CHANGE_PARAMETERS, changeValues, countChanges, changesFromParameters, type ListingChange } from '../listing/listing-statements.js';
import { appendEvents, Outbox } from '../webhooks/outbox/outbox.js';
import type { OutboxEvent } from '../webhooks/outbox/outbox-event.js';

/** Rows that a change of state adds in its transaction. */
interface Consequences {
  history: readonly StateChange[];
  events: readonly OutboxEvent[];
  counts: readonly ListingChange[];
}

/** Each number is the position of the first parameter of a part. */
const WRITE_CONSEQUENCES = {
  name: 'change_consequences',
  text: `WITH history AS (${recordChanges(1)}), ${countChanges(changesFromParameters(1 + RECORD_PARAMETERS))},
    ${appendEvents(1 + RECORD_PARAMETERS + CHANGE_PARAMETERS)} SELECT`,
};

/**
 * Writes the consequences of changed rows in one round trip: history, notifications and counters, but no ledger entries. Only the
 * notifications wait for locks, namely those of their FIFO groups. History rows are only inserted, and each connection has its own counter
 * rows. Therefore the order in which PostgreSQL runs the parts of the statement does not matter for the order of locks.
 */
@Injectable()
export class ChangeConsequences {
  constructor(
    private readonly history: StateHistory,
    private readonly outbox: Outbox,
  ) {}

  async write(tx: EntityManager, { history, events, counts }: Consequences): Promise<void> {
    if (events.length === 0 && counts.length === 0) return this.history.record(tx, history);
    const values = [...recordValues(history), ...changeValues(counts)];
    await this.outbox.appendBy(events, (eventValues) => runNamed(tx, WRITE_CONSEQUENCES, [...values, ...eventValues]));
  }
}
