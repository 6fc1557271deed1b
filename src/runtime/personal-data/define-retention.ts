import type { EntityManager } from 'typeorm';
import type { Retention } from './personal-data-source.js';

/**
 * @param oldest SQL that selects and locks at most $2 rows created before $1, oldest first, with the column `key`. It must skip locked rows.
 * @param erase erases the selected rows.
 */
export function defineRetention(
  name: string,
  days: number,
  oldest: string,
  erase: (tx: EntityManager, keys: string[], at: Date) => Promise<unknown>,
): Retention {
  return {
    name,
    days,
    async batch(tx, before, at, limit) {
      const keys = (await tx.query<{ key: string }[]>(oldest, [before, limit])).map(({ key }) => key);
      if (keys.length > 0) await erase(tx, keys, at);
      return keys.length;
    },
  };
}
