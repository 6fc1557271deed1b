import { columnOf, type EntityClass, entityColumns } from './entity-columns.js';

/**
 * Selects some columns of an entity in hand-written SQL. Names, conversions and types come from the entity, so a renamed or missing column
 * does not compile.
 *
 * ```ts
 * const ITEM = selectionOf(DirectBillingTransaction, ['id', 'grossMinor']);
 * `SELECT ${ITEM.columns('t')} FROM direct_billing_transaction t`; // t.id, t.gross_minor AS "grossMinor"
 * ITEM.rows(results); // { id: string; grossMinor: number }[]
 * ```
 */
export interface RowSelection<Row> {
  readonly table: string;
  /** The list of columns for a SELECT or RETURNING, each named after its property. @param alias of the table in the statement. */
  columns(alias?: string): string;
  /** Converts values to the entity's types, such as an amount from text to a number. Changes the rows in place; other members stay. */
  rows<Result extends object>(results: Result[]): (Result & Row)[];
}

/** The type of row that a selection reads. */
export type RowOf<Selection> = Selection extends RowSelection<infer Row> ? Row : never;

export function selectionOf<E, K extends keyof E & string>(entity: EntityClass<E>, properties: readonly K[]): RowSelection<Pick<E, K>> {
  const { table, columns } = entityColumns(entity);
  const selected = properties.map((property) => columnOf(entity, columns, property));
  const transformed = selected.flatMap(({ property, transformer }) => (transformer ? [[property, transformer] as const] : []));
  return {
    table,
    columns: (alias) =>
      selected.map(({ name, property }) => `${alias ? `${alias}.` : ''}${name}${name === property ? '' : ` AS "${property}"`}`).join(', '),
    rows<Result extends object>(results: Result[]) {
      for (const row of results as Record<string, unknown>[])
        for (const [property, transformer] of transformed) row[property] = transformer.from(row[property]);
      return results as (Result & Pick<E, K>)[];
    },
  };
}

export function allColumnsOf<E>(entity: EntityClass<E>): RowSelection<E> {
  return selectionOf(
    entity,
    entityColumns(entity).columns.map(({ property }) => property as keyof E & string),
  );
}
