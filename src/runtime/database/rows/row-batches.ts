import type { EntityManager } from 'typeorm';

/** The column by which rows are read in batches. It is unique, or fewer rows than one batch share a value. */
export interface RowKey {
  column: string;
  type: 'uuid' | 'bigint';
  /** The smallest and the largest value of the type. */
  first: string;
  last: string;
}

/** The key of tables whose rows have a UUID. */
export const UUID_KEY = {
  type: 'uuid',
  first: '00000000-0000-0000-0000-000000000000',
  last: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const;
export const ID_KEY: RowKey = { column: 'id', ...UUID_KEY };
export const BIGINT_ID_KEY: RowKey = { column: 'id', type: 'bigint', first: '0', last: '9223372036854775807' };

/** A range of keys: from (inclusive) and to (exclusive). */
export type KeyRange = readonly [from: string, to: string];

/** Ranges of about `size` rows that together cover all keys below `key.last`, which no row has. */
export async function* batchesOfRows(tx: EntityManager, table: string, key: RowKey, size: number): AsyncGenerator<KeyRange> {
  for (let from: string | undefined = key.first; from !== undefined;) {
    const [next]: { key: string }[] = await tx.query<{ key: string }[]>(
      `SELECT ${key.column} AS key FROM ${table} WHERE ${key.column} >= $1::${key.type} ORDER BY ${key.column} OFFSET $2 LIMIT 1`,
      [from, size],
    );
    yield [from, next?.key ?? key.last];
    from = next?.key;
  }
}
