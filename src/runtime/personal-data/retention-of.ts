import type { EntityManager } from 'typeorm';
import type { Retention } from './personal-data-kind.js';

/**
 * @param oldest selects at most $2 rows made before $1 as `key`, the oldest first, and locks them, passing over what is locked.
 * @param erase those that were selected.
 */
export function retentionOf(
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
