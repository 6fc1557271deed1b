import { type EntityClass, type EntityColumn, entityColumns } from './entity-columns.js';

/**
 * Inserts any number of rows with one statement. The text does not depend on the number of rows, so the statement is prepared once. It can
 * be a part of a larger WITH. The rows have the entity's type, so a missing column does not compile.
 *
 * ```ts
 * const ITEMS = insertionOf(DirectBillingTransaction);
 * const INSERT = { name: 'items_insert', text: `WITH inserted AS (${ITEMS.insert()} RETURNING id) SELECT id FROM inserted` };
 * await runNamed(tx, INSERT, ITEMS.values([item, another]));
 * ```
 */
export interface RowInsertion<Row> {
  /** Number of parameters for the rows. Other parameters of the statement may follow. */
  readonly parameters: number;
  /**
   * `INSERT INTO … SELECT … FROM unnest(…) AS fresh (…)`: a join, a condition on `fresh`, an ON CONFLICT or a RETURNING may follow.
   * @param firstParameter number of the first parameter.
   */
  insert(firstParameter?: number): string;
  /** The parameters: an array for each column. */
  values(rows: readonly Row[]): unknown[];
}

/** The type of row that an insertion writes. */
export type NewRowOf<Insertion> = Insertion extends RowInsertion<infer Row> ? Row : never;

/** @param omitted properties of columns that the database fills in: identities, defaults and nulls. */
export function insertionOf<E, K extends keyof E & string = never>(
  entity: EntityClass<E>,
  omitted: readonly K[] = [],
): RowInsertion<Omit<E, K>> {
  const { table, columns } = entityColumns(entity);
  const insertedColumns = columns.filter(({ property }) => !omitted.includes(property as K));
  const arrays = insertedColumns.filter(({ type }) => type.endsWith('[]'));
  // unnest() would turn the elements of all rows' arrays into rows.
  if (arrays.length > 0) throw new Error(`${entity.name}.${arrays[0]?.property} is an array: such rows cannot be inserted together`);
  const names = insertedColumns.map(({ name }) => name);
  const readers = insertedColumns.map((column) => valueReader(column));
  return {
    parameters: insertedColumns.length,
    insert: (firstParameter = 1) => `
      INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map((name) => `fresh.${name}`).join(', ')}
      FROM unnest(${insertedColumns.map(({ type }, index) => `$${firstParameter + index}::${type}[]`).join(', ')}) AS fresh (${names.join(', ')})`,
    values: (rows) => readers.map((read) => rows.map((row) => read(row))),
  };
}

/**
 * A function that reads a column's value from a row. JSON becomes text, because the driver would turn an array for a `jsonb` column into a
 * PostgreSQL array.
 */
function valueReader({ property, type, transformer }: EntityColumn): (row: object) => unknown {
  const isJson = type === 'json' || type === 'jsonb';
  return (row) => {
    const value = (row as Record<string, unknown>)[property];
    const stored: unknown = transformer ? transformer.to(value) : value;
    return isJson && stored !== null ? JSON.stringify(stored) : stored;
  };
}
