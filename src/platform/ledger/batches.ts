import type { EntityManager } from 'typeorm';
import { NEXT_BATCH } from './verify-statements.js';
import { UUID_KEY } from './rows/row-batches.js';

/** Ids of entries: from (included) and to (excluded). */
export type EntryRange = readonly [from: string, to: string];

/** All entries in ranges of as many. @yields the last one with `isLast`. */
export async function* batchesOfEntries(tx: EntityManager, size: number): AsyncGenerator<{ range: EntryRange; isLast: boolean }> {
  for (let from: string | undefined = UUID_KEY.first; from !== undefined;) {
    const [next]: { id: string }[] = await tx.query<{ id: string }[]>(NEXT_BATCH, [from, size]);
    yield { range: [from, next?.id ?? UUID_KEY.last], isLast: !next };
    from = next?.id;
  }
}
