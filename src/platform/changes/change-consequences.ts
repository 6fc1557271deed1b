import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { RECORD_PARAMETERS, recordChanges, recordValues, type StateChange, StateHistory } from '../history/state-history.js';
import { CHANGE_PARAMETERS, changeValues, countChanges, givenChanges, type ListingChange } from '../listing/listing-statements.js';
import { appendEvents, Outbox } from '../webhooks/outbox/outbox.js';
import type { OutboxEvent } from '../webhooks/outbox/outbox-event.js';

interface Consequences {
  history: readonly StateChange[];
  events: readonly OutboxEvent[];
  counts: readonly ListingChange[];
}

const TOGETHER = {
  name: 'change_consequences',
  text: `WITH history AS (${recordChanges(1)}), ${countChanges(givenChanges(1 + RECORD_PARAMETERS))},
    ${appendEvents(1 + RECORD_PARAMETERS + CHANGE_PARAMETERS)} SELECT`,
};

/**
 * Writes what follows from changes of rows, but for money, in one round trip. Only the notifications wait for locks, those of their subjects:
 * history is only added to, and each connection counts for itself. So the order in which the parts of the statement run is no order of locks.
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
    await this.outbox.appendBy(events, (ofEvents) => runNamed(tx, TOGETHER, [...values, ...ofEvents]));
  }
}
