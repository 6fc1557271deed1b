import type { ObjectLiteral } from 'typeorm';
import type { StateMachine } from '../../common/transitions.js';
import type { EntityClass } from '../../runtime/database/rows/entity-columns.js';
import type { EntryDraft } from '../ledger/entry-draft.js';
import type { EventBody } from '../webhooks/outbox/event-body.js';
import type { ServiceContextOf } from './service-context.query.js';

/**
 * A kind of row with a state machine, declared once by its product. Members that are left out have no effect: a subject without `list` is
 * not counted, and a subject without `event` sends no notifications.
 */
export interface Subject<Row extends ObjectLiteral, State extends string> {
  /** Name of the kind of row in the history: `direct_billing_transaction`. */
  readonly type: string;
  readonly entity: EntityClass<Row>;
  readonly transitions: StateMachine<State>;
  /** Names of the properties with the row's id (a UUID) and state. `updatedAt` changes with the state. */
  readonly id: keyof Row & string;
  readonly state: keyof Row & string;
  /** Id of the service whose notifications, lists and ledger entries change with the row. */
  readonly serviceOf?: (row: Row) => string;
  /** `traceparent` of the request that created the row. Changes of the row belong to that trace. */
  readonly traceOf?: (row: Row) => string | null;
  /** The operator, or the account at an acquirer, that handles the row. Metrics count changes by it. */
  readonly connectorOf?: (row: Row) => string;
  /** The list that counts the row by state. */
  readonly list?: (row: Row) => { list: string; createdAt: Date };
  /**
   * The notification about the row's present state.
   * @param context `at` is the time of the change, `zone` the time zone of the timestamps that partners see.
   */
  readonly event?: (row: Row, context: { contextOf: ServiceContextOf; at: Date; zone: string }) => { type: string; body: EventBody };
  /** The ledger entry for the row's present state. Null when no money moves. */
  readonly entry?: (row: Row, at: Date, contextOf: ServiceContextOf) => EntryDraft | null;
}

/** What `UnitOfWork.move` changes in each row. */
export interface StateMove<Row extends ObjectLiteral, State extends string> {
  to: State;
  /** Short machine-readable code for the history: `operator_accepted`, `expired`. */
  reason: string;
  /** Other columns that change with the state. */
  set?: Partial<Row>;
}
