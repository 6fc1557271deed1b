import { type EntityClass, type EntityColumn, entityColumns } from './entity-columns.js';

/**
 * Adds rows of an entity, one or many, with one statement whose text does not depend on their number: it is prepared once, and may
 * be a member of a larger WITH. The rows' type is the entity's, so a column that is missing does not compile.
 *
 * ```ts
 * const ITEMS = insertionOf(DirectBillingTransaction);
 * const INSERT = { name: 'items_insert', text: `WITH made AS (${ITEMS.insert()} RETURNING id) SELECT id FROM made` };
 * await runNamed(on, INSERT, ITEMS.values([item, another]));
 * ```
 */
export interface RowInsertion<Row> {
  /** How many parameters the rows take; a statement's own may follow. */
  readonly parameters: number;
  /**
   * `INSERT INTO … SELECT … FROM unnest(…) AS fresh (…)`: a join, a condition on `fresh`, an ON CONFLICT or a RETURNING may follow.
   * @param first number of the first parameter.
   */
  insert(first?: number): string;
  /** The parameters: an array for each column. */
  values(rows: readonly Row[]): unknown[];
}

/** What an insertion writes. */
export type NewRowOf<Insertion> = Insertion extends RowInsertion<infer Row> ? Row : never;

/** @param without what the database fills in by itself: an identity, or what is null or has its default in a new row. */
export function insertionOf<E, K extends keyof E & string = never>(
  entity: EntityClass<E>,
  without: readonly K[] = [],
): RowInsertion<Omit<E, K>> {
  const { table, columns } = entityColumns(entity);
  const written = columns.filter(({ property }) => !without.includes(property as K));
  const arrays = written.filter(({ type }) => type.endsWith('[]'));
  // unnest() would take the elements of all rows' arrays for rows.
  if (arrays.length > 0) throw new Error(`${entity.name}.${arrays[0]?.property} is an array: such rows cannot be inserted together`);
  const names = written.map(({ name }) => name);
  const toDriver = written.map((column) => valueOf(column));
  return {
    parameters: written.length,
    insert: (first = 1) => `
      INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map((name) => `fresh.${name}`).join(', ')}
      FROM unnest(${written.map(({ type }, index) => `$${first + index}::${type}[]`).join(', ')}) AS fresh (${names.join(', ')})`,
    values: (rows) => toDriver.map((read) => rows.map((row) => read(row))),
  };
}

/** The driver would take an array in a `jsonb` column for an array of PostgreSQL, so JSON is written here. */
function valueOf({ property, type, transformer }: EntityColumn): (row: object) => unknown {
  const isJson = type === 'json' || type === 'jsonb';
  return (row) => {
    const value = (row as Record<string, unknown>)[property];
    const given: unknown = transformer ? transformer.to(value) : value;
    return isJson && given !== null ? JSON.stringify(given) : given;
  };
}
