import { isDeepStrictEqual } from 'node:util';
import type { DataSource, EntityManager, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { referenceToUuid } from '../../../common/reference.js';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import type { EventSubject } from '../../../connectors/acquirers/port/callback.js';
import { type RemoteOperation, remoteOperation } from '../../../platform/remote-operations/remote-operation.js';
import { type NamedQuery, runNamed } from '../../../runtime/database/named-query.js';
import { columnOf, type EntityClass, entityColumns } from '../../../runtime/database/rows/entity-columns.js';
import { selectionOf } from '../../../runtime/database/rows/row-selection.js';
import type { AcquirerObject } from './acquirer-object.js';

interface Declaration<Row, Key extends keyof Row & string> {
  entity: EntityClass<Row>;
  /** Property with the gateway's reference at the acquirer, a UUID. */
  id: keyof Row & string;
  /** Properties that are needed to lock a row. They never change. */
  key: readonly Key[];
  /** SQL: the rows of this kind; undefined: all rows of the table. */
  only?: string;
  /**
   * SQL: the rows that are polled after a hint, which is a callback that names an object, but that the connector cannot verify or read
   * completely.
   */
  polledOnHint: string;
}

/** Finds rows by the references in the callbacks for an account at an acquirer. */
export interface AcquirerReferences<Key> {
  /** Finds by the acquirer's reference first, then by the gateway's. Never finds a row of another account. */
  find(dataSource: DataSource, account: string, subject: EventSubject): Promise<Key | null>;
  /** Makes the row due for a poll now, because a hint alone is no evidence of a change. */
  pollSoon(dataSource: DataSource, account: string, subject: EventSubject, now: Date): Promise<void>;
  statements: Record<'find' | 'pollSoon', NamedQuery>;
}

/**
 * One kind of object that a payment has at an acquirer: an attempt, a refund, an alias or a subscription. Each object has the gateway's
 * reference and the acquirer's. The acquirer is polled until the object's outcome is definite, and may send a callback about the object at
 * any time.
 */
export interface AcquirerResource<Row, Key> extends AcquirerReferences<Key>, RemoteOperation<Row> {
  /** Stores what a later call to the acquirer needs, in any state of the locked row. */
  storeResult(
    tx: EntityManager,
    row: Row,
    update: { providerRef: string | null; data?: ProviderData | null; rawCode: string | null },
  ): Promise<void>;
}

/** @param refProperty property with the acquirer's reference; null: rows are found by the gateway's reference alone. */
export function acquirerReferences<Row, Key extends keyof Row & string>(
  { entity, id, key, only, polledOnHint }: Declaration<Row, Key>,
  refProperty: 'providerRef' | null,
): AcquirerReferences<Pick<Row, Key>> {
  const { table, columns } = entityColumns(entity);
  const [idColumn, refColumn] = [columnOf(entity, columns, id).name, refProperty && columnOf(entity, columns, refProperty).name];
  const where = `connector = $1 AND ${refColumn ? `(${idColumn} = $2 OR ${refColumn} = $3)` : `${idColumn} = $2`}${only ? ` AND ${only}` : ''}`;
  const find = {
    name: `${table}_${idColumn}_find`,
    text: `SELECT ${selectionOf(entity, key).columns()} FROM ${table} WHERE ${where} ${refColumn ? `ORDER BY ${refColumn} = $3 DESC NULLS LAST` : ''} LIMIT 1`,
  };
  const pollSoon = {
    name: `${table}_${idColumn}_poll_soon`,
    text: `UPDATE ${table} SET next_poll_at = least(next_poll_at, $${refColumn ? 4 : 3}) WHERE ${where} AND (${polledOnHint})`,
  };
  const referencesIn = ({ providerRef, reference }: EventSubject) => [
    reference === null ? null : referenceToUuid(reference),
    ...(refColumn ? [providerRef] : []),
  ];
  return {
    statements: { find, pollSoon },
    async find(dataSource, account, subject) {
      const [row] = await runNamed<Pick<Row, Key> & ObjectLiteral>(dataSource, find, [account, ...referencesIn(subject)]);
      return row ?? null;
    },
    async pollSoon(dataSource, account, subject, now) {
      await runNamed(dataSource, pollSoon, [account, ...referencesIn(subject), now]);
    },
  };
}

export function acquirerResource<Row extends AcquirerObject & ObjectLiteral, Key extends keyof Row & string>(
  declaration: Declaration<Row, Key>,
): AcquirerResource<Row, Pick<Row, Key>> {
  const { entity, id } = declaration;
  const operation = remoteOperation({ entity, id, provider: 'connector' });
  return {
    ...acquirerReferences(declaration, 'providerRef'),
    ...operation,
    async storeResult(tx, row, { providerRef, data = null, rawCode }) {
      const { connector } = row;
      const isNewRef = providerRef !== null && providerRef !== row.providerRef;
      // A reference that another row already has is not stored, because it must identify one row.
      const isStorable = isNewRef && !(await tx.existsBy(entity, { connector, providerRef } as FindOptionsWhere<Row>));
      const received = { ...(isStorable && { providerRef }), ...(data && { data: { ...data } }), ...(rawCode !== null && { rawCode }) };
      const changed = Object.entries(received).filter(([property, value]) => !isDeepStrictEqual(row[property], value));
      await operation.set(tx, row, Object.fromEntries(changed) as Partial<Row>);
    },
  };
}
