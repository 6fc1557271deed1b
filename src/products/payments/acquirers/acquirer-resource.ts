import { isDeepStrictEqual } from 'node:util';
import type { DataSource, EntityManager, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { referenceToUuid } from '../../../common/reference.js';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import type { EventSubject } from '../../../connectors/acquirers/port/callback.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import type { OpenRows } from '../../../runtime/database/oldest-open.js';
import { columnOf, type EntityClass, entityColumns } from '../../../runtime/database/rows/entity-columns.js';
import { selectionOf, allColumnsOf } from '../../../runtime/database/rows/row-selection.js';
import { dueRowPoller, type DueRowPoller } from '../../../runtime/scheduling/due-row-poller.js';
import type { HeldAtAcquirer } from './held-at-acquirer.js';

/** A gauge of the age of the oldest row that waits for a definite outcome, and the states that such rows are in. */
export interface OpenGauge extends Omit<OpenRows, 'of'> {
  source: string;
  gauge: string;
  help: string;
  states: readonly string[];
}

interface Declared<Row, Key extends keyof Row & string> {
  entity: EntityClass<Row>;
  /** Our reference of it at the acquirer, a UUID. */
  id: keyof Row & string;
  /** What is needed to lock a row. It never changes. */
  key: readonly Key[];
  /** SQL: which rows of the table, where not all. */
  only?: string;
  /** SQL: which rows are polled when the acquirer hints at news. */
  polledOnHint: string;
}

/** Finds rows by the names that an account at an acquirer reports. */
export interface AcquirerNames<Key> {
  /** By the acquirer's name first, then by our reference; never a row of another account. */
  find(on: DataSource, account: string, subject: EventSubject): Promise<Key | null>;
  /** A hint that there is news proves nothing, so the row is polled now. */
  pollSoon(on: DataSource, account: string, subject: EventSubject, now: Date): Promise<void>;
  statements: Record<'find' | 'pollSoon', NamedQuery>;
}

/**
 * One kind of thing that a payment has at an acquirer: an attempt, a refund, an alias, a subscription. The acquirer knows it by our reference
 * and by a name of its own, is polled until it gives a definite answer, and may report about it at any time.
 */
export interface AcquirerResource<Row, Key> extends AcquirerNames<Key> {
  /** Polls the due rows of one account. A row is claimed by moving its next poll on, so no other process polls it meanwhile. */
  pollDue: DueRowPoller<Row>;
  /** Writes columns of a locked row without a change of state. */
  set(tx: EntityManager, row: Row, change: Partial<Row>): Promise<void>;
  /** Keeps what a later call to the acquirer needs, in any state of the locked row. */
  remember(
    tx: EntityManager,
    row: Row,
    said: { providerRef: string | null; data?: ProviderData | null; rawCode: string | null },
  ): Promise<void>;
}

/** @param acquirersName property with the acquirer's name of it; null where it is found by our reference alone. */
export function acquirerNames<Row, Key extends keyof Row & string>(
  { entity, id, key, only, polledOnHint }: Declared<Row, Key>,
  acquirersName: 'providerRef' | null,
): AcquirerNames<Pick<Row, Key>> {
  const { table, columns } = entityColumns(entity);
  const [own, name] = [columnOf(entity, columns, id).name, acquirersName && columnOf(entity, columns, acquirersName).name];
  const isNamed = `connector = $1 AND ${name ? `(${own} = $2 OR ${name} = $3)` : `${own} = $2`}${only ? ` AND ${only}` : ''}`;
  const find = {
    name: `${table}_${own}_find`,
    text: `SELECT ${selectionOf(entity, key).columns()} FROM ${table} WHERE ${isNamed} ${name ? `ORDER BY ${name} = $3 DESC NULLS LAST` : ''} LIMIT 1`,
  };
  const pollSoon = {
    name: `${table}_${own}_poll_soon`,
    text: `UPDATE ${table} SET next_poll_at = least(next_poll_at, $${name ? 4 : 3}) WHERE ${isNamed} AND (${polledOnHint})`,
  };
  const namesIn = ({ providerRef, reference }: EventSubject) => [
    reference === null ? null : referenceToUuid(reference),
    ...(name ? [providerRef] : []),
  ];
  return {
    statements: { find, pollSoon },
    async find(on, account, subject) {
      const [found] = await runNamed<Pick<Row, Key> & ObjectLiteral>(on, find, [account, ...namesIn(subject)]);
      return found ?? null;
    },
    async pollSoon(on, account, subject, now) {
      await runNamed(on, pollSoon, [account, ...namesIn(subject), now]);
    },
  };
}

export function acquirerResource<Row extends HeldAtAcquirer & ObjectLiteral, Key extends keyof Row & string>(
  declared: Declared<Row, Key>,
): AcquirerResource<Row, Pick<Row, Key>> {
  const { entity, id } = declared;
  const resource: AcquirerResource<Row, Pick<Row, Key>> = {
    ...acquirerNames(declared, 'providerRef'),
    pollDue: dueRowPoller(allColumnsOf(entity), { id, dueAt: 'next_poll_at', count: 'poll_count', of: 'connector' }),
    async set(tx, row, change) {
      if (Object.keys(change).length === 0) return;
      await tx.update(entity, { [id]: row[id] }, change);
      Object.assign(row, change);
    },
    async remember(tx, row, { providerRef, data = null, rawCode }) {
      const { connector } = row;
      const isNew = providerRef !== null && providerRef !== row.providerRef;
      // A name that another row has already is not taken over: it must find one row.
      const named = isNew && !(await tx.existsBy(entity, { connector, providerRef } as FindOptionsWhere<Row>));
      const said = { ...(named && { providerRef }), ...(data && { data: { ...data } }), ...(rawCode !== null && { rawCode }) };
      const news = Object.entries(said).filter(([property, value]) => !isDeepStrictEqual(row[property], value));
      await resource.set(tx, row, Object.fromEntries(news) as Partial<Row>);
    },
  };
  return resource;
}
