import { type EntityClass, entityColumns } from '../../../runtime/database/rows/entity-columns.js';
import { type RowSelection, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import type { Filters, FilterValues } from './filter.js';

/** Columns of every list's table. `created_at` never changes; `id` is the primary key. */
export interface Listable {
  id: string;
  createdAt: Date;
}

/** The status by which a list's rows are counted in advance; each product defines its own. */
export interface CountedBy<Name> {
  /** The filter that picks one status. */
  filter: Name;
  /** A row's status, an expression over the table's columns. */
  sql: string;
  /** The status that a value of the filter picks. */
  statusOf(value: never): string;
}

export interface ListDeclaration<E, K extends keyof E & string, F extends Filters<keyof E & string>> {
  /** Prefix of the names of its counters and statements: `directbilling.transactions`. */
  name: string;
  /** The property that limits what callers see: the rows of one service. */
  scope: keyof E & string;
  /** Properties of a row that are read. */
  columns: readonly K[];
  countedBy: CountedBy<keyof F & string>;
  filters: F;
  /** Records on a page unless the caller says otherwise; 15 by default. */
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
  /** Name of one scope's list among the counters. */
  counter(scope: string): string;
  /** The same in SQL. @param scope an expression */
  counterSql(scope: string): string;
}

/**
 * Declares a list for its request's class ({@link ListFilters}), its pages ({@link ListPages}) and the verification of its counters. Its table
 * needs indexes on (scope, created_at, id) and, for each filter that uses one, on (scope, column, created_at, id) with the other filters'
 * columns included.
 */
export function defineList<E extends Listable, K extends keyof E & string, const F extends Filters<keyof E & string>>(
  entity: EntityClass<E>,
  { name, scope, columns, countedBy, filters, pageSize }: ListDeclaration<E, K, F>,
): List<Pick<E, K>, F> {
  const { columns: known } = entityColumns(entity);
  const column = (property: string): ListColumn => {
    const found = known.find((candidate) => candidate.property === property);
    if (!found) throw new Error(`${entity.name}.${property} is not a column`);
    return found;
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
    counter: (of) => `${name}:${of}`,
    counterSql: (of) => `'${name}:' || ${of}`,
  };
}

/** The filter values that a request of the list may have. */
export type FilterValuesOf<L extends List> = FilterValues<L['filters']>;
