import type { EntityManager } from 'typeorm';
import type { Retention } from './personal-data-source.js';

/**
 * @param oldest SQL that selects and locks at most $2 rows made before $1, as `key`, oldest first; it must skip locked rows.
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
    async batch(tx, before, at, most) {
      const keys = (await tx.query<{ key: string }[]>(oldest, [before, most])).map(({ key }) => key);
      if (keys.length > 0) await erase(tx, keys, at);
      return keys.length;
    },
  };
}
