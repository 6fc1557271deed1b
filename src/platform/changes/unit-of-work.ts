import type { Span } from '@opentelemetry/api';
import { type EntityManager, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import type { BusinessClock } from '../../common/time/clocks.js';
import { openSpanOfSubject } from '../../runtime/tracing/spans.js';
import { ROW_LOCK } from '../../runtime/database/row-lock.js';
import type { StateChange } from '../history/state-history.js';
import type { EntryDraft } from '../ledger/entry-draft.js';
import type { ListingChange } from '../listing/listing-statements.js';
import type { OutboxEvent } from '../webhooks/outbox/outbox-event.js';
import type { ServiceContextOf, ServiceContextQuery } from './service-context.query.js';
import type { ReachedState } from './state-change-metrics.js';
import type { StateMove, Subject } from './subject.js';

/**
 * A changed row: its notification, if the subject sends one, and its span. A notification without a change of state has no span.
 */
interface Moved {
  event: OutboxEvent | null;
  openSpan: () => Span | null;
}

/**
 * One database transaction of a product. Rows are written immediately. Their history, notifications, counters and ledger entries are
 * collected, and `Changes` writes them at the end.
 */
export class UnitOfWork {
  readonly history: StateChange[] = [];
  readonly moved: Moved[] = [];
  readonly counts: ListingChange[] = [];
  readonly states: ReachedState[] = [];
  readonly entries: EntryDraft[] = [];

  constructor(
    readonly tx: EntityManager,
    private readonly clock: BusinessClock,
    private readonly services: ServiceContextQuery,
    /** Time zone of the timestamps in notifications. */
    readonly zone: string,
  ) {}

  /** Reads a row and locks it until the transaction ends. @returns null when there is no such row. */
  lock<Row extends ObjectLiteral, State extends string>({ entity, id }: Subject<Row, State>, rowId: string): Promise<Row | null> {
    return this.tx.findOne(entity, { where: where<Row>({ [id]: rowId }), lock: ROW_LOCK });
  }

  /** Like `lock`, for a row that must exist because other rows refer to it. @throws Error when there is no such row. */
  lockExisting<Row extends ObjectLiteral, State extends string>({ entity, id }: Subject<Row, State>, rowId: string): Promise<Row> {
    return this.tx.findOneOrFail(entity, { where: where<Row>({ [id]: rowId }), lock: ROW_LOCK });
  }

  /** Adds an entry for money that moves without a change of state. */
  post(entry: EntryDraft): void {
    this.entries.push(entry);
  }

  /** Adds a notification without a change of state. It is sent after the notifications of earlier changes. */
  addNotification(event: OutboxEvent): void {
    this.moved.push({ event, openSpan: () => null });
  }

  /**
   * Moves rows to their next state and updates the passed objects. The transaction must hold the locks of the rows. May be called again for
   * the same rows.
   * @throws InvalidTransitionError when the state machine does not allow the move for one of the rows. Nothing is written in this case.
   */
  async move<Row extends ObjectLiteral, State extends string>(
    subject: Subject<Row, State>,
    rows: readonly Row[],
    change: StateMove<Row, State>,
  ): Promise<void> {
    if (rows.length === 0) return;
    const { serviceOf } = subject;
    const previousStates = rows.map((row): State => row[subject.state]);
    for (const from of previousStates) subject.transitions.assert(from, change.to);
    const at = this.clock.now();
    await this.write(subject, rows, { ...change.set, [subject.state]: change.to, updatedAt: at });
    const contextOf = serviceOf ? await this.services.readContexts(this.tx, rows.map(serviceOf)) : noServices;
    rows.forEach((row, index) => this.collectConsequences(subject, row, { from: previousStates[index] ?? '', ...change, at }, contextOf));
  }

  private async write<Row extends ObjectLiteral>(
    { entity, id, type }: Subject<Row, string>,
    rows: readonly Row[],
    values: Record<string, unknown>,
  ): Promise<void> {
    const ids = rows.map((row): string => row[id]);
    const { affected } = await this.tx.update(entity, where<Row>({ [id]: In(ids) }), values as Parameters<typeof this.tx.update<Row>>[2]);
    if (affected !== rows.length) throw new Error(`Only ${affected} of ${rows.length} rows of ${type} exist and could be updated`);
    for (const row of rows) Object.assign(row, values);
  }

  private collectConsequences<Row extends ObjectLiteral>(
    subject: Subject<Row, string>,
    row: Row,
    change: RecordedChange,
    contextOf: ServiceContextOf,
  ): void {
    const { from, to, reason, at } = change;
    const subjectId: string = row[subject.id];
    this.history.push({ subjectType: subject.type, subjectId, from, to, reason, at });
    const event = subject.event?.(row, { contextOf, at, zone: this.zone });
    const serviceId = subject.serviceOf?.(row) ?? '';
    this.moved.push({
      event: event ? { ...event, serviceId, subjectId, occurredAt: at } : null,
      openSpan: () =>
        subject.traceOf
          ? openSpanOfSubject(subject.traceOf(row), `move to ${to}`, { attributes: attributesOf(subjectId, to, reason) })
          : null,
    });
    this.states.push({ subject: subject.type, state: to, connector: subject.connectorOf?.(row) ?? '' });
    const listEntry = subject.list?.(row);
    if (listEntry) this.counts.push({ ...listEntry, status: from, by: -1 }, { ...listEntry, status: to, by: 1 });
    const entry = subject.entry?.(row, at, contextOf);
    if (entry) this.entries.push(entry);
  }
}

interface RecordedChange {
  from: string;
  to: string;
  reason: string;
  at: Date;
}

function attributesOf(id: string, to: string, reason: string): Record<string, string> {
  return { 'gateway.transaction.id': id, 'gateway.transaction.status': to, 'gateway.transaction.reason': reason };
}

const noServices: ServiceContextOf = (serviceId) => {
  throw new Error(`A subject reads the service ${serviceId} but does not define serviceOf`);
};

/** The subject supplies the names of properties at run time, so TypeORM cannot check their types. */
function where<Row>(values: Record<string, unknown>): FindOptionsWhere<Row> {
  return values as FindOptionsWhere<Row>;
}
