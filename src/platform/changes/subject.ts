import type { ObjectLiteral } from 'typeorm';
import type { StateMachine } from '../../common/state/transitions.js';
import type { EntityClass } from '../../runtime/database/rows/entity-columns.js';
import type { EntryDraft } from '../ledger/entry-draft.js';
import type { EventBody } from '../webhooks/outbox/event-body.js';
import type { ServiceContextOf } from './service-context.query.js';

/**
 * A kind of row that goes from state to state, declared once by its product. Members that are left out have no effect: a subject without
 * `list` is counted nowhere, one without `event` sends no notification.
 */
export interface Subject<Row extends ObjectLiteral, State extends string> {
  /** Its name in the history: `direct_billing_transaction`. */
  readonly type: string;
  readonly entity: EntityClass<Row>;
  readonly transitions: StateMachine<State>;
  /** Names of the properties that hold its id (a UUID) and its state. `updatedAt` changes with the state. */
  readonly id: keyof Row & string;
  readonly state: keyof Row & string;
  /** The service whose notifications, lists and money change with the row. */
  readonly serviceOf?: (row: Row) => string;
  /** `traceparent` of the request that made the row: its changes belong to that trace. */
  readonly traceOf?: (row: Row) => string | null;
  /** The operator or account that handles the row: metrics count its changes apart. */
  readonly connectorOf?: (row: Row) => string;
  /** The list that counts it by state. */
  readonly list?: (row: Row) => { list: string; createdAt: Date };
  /** The notification about the row's present state. */
  readonly event?: (row: Row, factsOf: ServiceContextOf) => { type: string; body: EventBody };
  /** The ledger entry for the row's present state; null: no money moves. */
  readonly entry?: (row: Row, at: Date, factsOf: ServiceContextOf) => EntryDraft | null;
}

/** A move to another state. */
export interface StateMove<Row extends ObjectLiteral, State extends string> {
  to: State;
  /** Short machine-readable word for the history: `operator_accepted`, `expired`. */
  reason: string;
  /** Other columns that change with it. */
  set?: Partial<Row>;
}
