import type { EntityManager } from 'typeorm';
import type { Retention } from './personal-data-source.js';

/**
 * Defines a retention period whose rows are selected by one statement and erased by a function.
 * @param selectOldestSql SQL that selects and locks at most $2 rows created before $1, oldest first, with the column `key`. It must skip
 * locked rows.
 * @param erase erases the selected rows.
 */
export function defineRetention(
  name: string,
  days: number,
  selectOldestSql: string,
  erase: (tx: EntityManager, keys: string[], erasedAt: Date) => Promise<unknown>,
): Retention {
  return {
    name,
    days,
    async batch(tx, before, erasedAt, limit) {
      const keys = (await tx.query<{ key: string }[]>(selectOldestSql, [before, limit])).map(({ key }) => key);
      if (keys.length > 0) await erase(tx, keys, erasedAt);
      return keys.length;
    },
  };
}
