import type { ObjectLiteral } from 'typeorm';
import type { StateMachine } from '../../common/state/transitions.js';
import type { EntityClass } from '../../runtime/database/rows/entity-columns.js';
import type { EntryDraft } from '../ledger/entry-draft.js';
import type { EventBody } from '../webhooks/outbox/event-body.js';
import type { FactsOf } from './service-facts.query.js';

/**
 * A kind of row that goes from state to state, declared once by its product. What is left out does not follow from its changes:
 * a subject without `list` is counted nowhere, one without `event` sends no notification.
 */
export interface Subject<Row extends ObjectLiteral, State extends string> {
  /** Its name in the history: `direct_billing_transaction`. */
  readonly type: string;
  readonly entity: EntityClass<Row>;
  readonly transitions: StateMachine<State>;
  /** Names of the properties that hold its id (a UUID) and its state. `updatedAt` changes with the state. */
  readonly id: keyof Row & string;
  readonly state: keyof Row & string;
  /** Whose notifications, lists and money it is about. */
  readonly serviceOf?: (row: Row) => string;
  /** `traceparent` of the request that made the row: its changes belong to that trace. */
  readonly traceOf?: (row: Row) => string | null;
  /** The operator or account that it is at: its changes are counted apart from those at others. */
  readonly connectorOf?: (row: Row) => string;
  /** The list that counts it by state. */
  readonly list?: (row: Row) => { list: string; createdAt: Date };
  /** The notification about the state that it has now. */
  readonly event?: (row: Row, factsOf: FactsOf) => { type: string; body: EventBody };
  /** What the state that it has now means in money; null: nothing. */
  readonly entry?: (row: Row, at: Date, factsOf: FactsOf) => EntryDraft | null;
}

/** To which state, and why. */
export interface Change<Row extends ObjectLiteral, State extends string> {
  to: State;
  /** Short machine-readable word for the history: `operator_accepted`, `expired`. */
  reason: string;
  /** Other columns that change with it. */
  set?: Partial<Row>;
}
