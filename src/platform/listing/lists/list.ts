import { type EntityClass, entityColumns } from '../../../runtime/database/rows/entity-columns.js';
import { type RowSelection, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import type { Filters, FilterValues } from './filter.js';

/** Columns of every list's table. `created_at` never changes, and `id` is the primary key. */
export interface Listable {
  id: string;
  createdAt: Date;
}

/** The status by which counters count a list's rows. Each product defines its own statuses. */
export interface CountedBy<Name> {
  /** Name of the filter that selects one status. */
  filter: Name;
  /** SQL expression of a row's status, over the table's columns. */
  sql: string;
  /** The status that a value of the filter selects. */
  statusOf(value: never): string;
}

export interface ListDeclaration<E, K extends keyof E & string, F extends Filters<keyof E & string>> {
  /** Prefix for the names of the list's counters and statements: `directbilling.transactions`. */
  name: string;
  /** The property that limits a caller's rows, such as to one service. */
  scope: keyof E & string;
  /** Properties of a row that a page has. */
  columns: readonly K[];
  countedBy: CountedBy<keyof F & string>;
  filters: F;
  /** Rows per page unless the caller sends a page size. Default: 15. */
  pageSize?: number;
}

export interface ListColumn {
  name: string;
  type: string;
}

/** A declared list, see {@link defineList}. */
export interface List<Row = unknown, F extends Filters = Filters> {
  readonly name: string;
  readonly table: string;
  readonly scope: ListColumn;
  readonly selection: RowSelection<Row>;
  readonly filters: F;
  readonly countedBy: CountedBy<string>;
  readonly pageSize: number | undefined;
  column(property: string): ListColumn;
  /** Name of the counters for one scope. */
  counter(scope: string): string;
  /** SQL expression of the counters' name. @param scope an SQL expression. */
  counterSql(scope: string): string;
}

/**
 * Declares a list for its request class ({@link ListFilters}), its pages ({@link ListPages}) and the verification of its counters. The
 * table needs an index on (scope, created_at, id). Each filter that uses an index needs one on (scope, column, created_at, id) with the
 * other filters' columns included.
 */
export function defineList<E extends Listable, K extends keyof E & string, const F extends Filters<keyof E & string>>(
  entity: EntityClass<E>,
  { name, scope, columns, countedBy, filters, pageSize }: ListDeclaration<E, K, F>,
): List<Pick<E, K>, F> {
  const { columns: allColumns } = entityColumns(entity);
  const column = (property: string): ListColumn => {
    const listColumn = allColumns.find((candidate) => candidate.property === property);
    if (!listColumn) throw new Error(`${entity.name}.${property} is not a column`);
    return listColumn;
  };
  const selection = selectionOf(entity, columns);
  return {
    name,
    table: selection.table,
    scope: column(scope),
    selection,
    filters,
    countedBy,
    pageSize,
    column,
    counter: (scopeId) => `${name}:${scopeId}`,
    counterSql: (scopeSql) => `'${name}:' || ${scopeSql}`,
  };
}

/** The type of the filter values in a request for the list. */
export type FilterValuesOf<L extends List> = FilterValues<L['filters']>;
