import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ListingCounters } from '../../src/platform/listing/listing-counters.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { times } from '../support/times.js';
import { apply, type Row, sorted, STATUSES, steps, walkTo } from './listing-model.js';

describe('listing counters', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let counters: ListingCounters;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 20 }).initialize();
    counters = new ListingCounters(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('agree with the rows after any inserts, changes and deletions, at any offset in either direction', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const list = uuidv7();
        const rows: Row[] = [];
        for (const step of history) await dataSource.transaction((tx) => counters.change(tx, apply(rows, step, list)));
        for (const status of [undefined, ...STATUSES]) {
          const count = sorted(rows, true, status).length;
          expect(await counters.total(list, status)).toBe(count);
          for (const newestFirst of [true, false]) {
            const walked = sorted(rows, newestFirst, status);
            const offsets = [...new Set([0, 1, Math.floor(count / 2), count - 2, count - 1, count, count + 7])].filter(
              (offset) => offset >= 0,
            );
            for (const offset of offsets) expect(await counters.seek(list, offset, newestFirst, status)).toEqual(walkTo(walked, offset));
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('count many changes of one call like the same changes one by one', async () => {
    const list = uuidv7();
    const createdAt = new Date('2026-03-29T01:30:00Z');
    await dataSource.transaction((tx) =>
      counters.change(tx, [
        ...times(5, () => ({ list, status: 'new', createdAt, by: 1 as const })),
        { list, status: 'new', createdAt, by: -1 },
        { list, status: 'payed', createdAt, by: 1 },
        { list: `${list}-other`, status: 'new', createdAt, by: 1 },
      ]),
    );
    expect([
      await counters.total(list),
      await counters.total(list, 'new'),
      await counters.total(list, 'payed'),
      await counters.total(`${list}-other`),
    ]).toEqual([5, 4, 1, 1]);
    expect(await counters.seek(list, 4, true)).toEqual({ hour: new Date('2026-03-29T01:00:00Z'), skip: 4 });
  });

  it('are unchanged when the transaction is rolled back', async () => {
    const list = uuidv7();
    const undone = dataSource.transaction(async (tx) => {
      await counters.change(tx, [{ list, status: 'new', createdAt: new Date(0), by: 1 }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await counters.total(list)).toBe(0);
    expect(await counters.seek(list, 0, true)).toBeNull();
  });

  it('never block each other, whatever order the transactions make their changes in', async () => {
    const list = uuidv7();
    const createdAt = new Date('2026-03-01T10:00:00Z');
    const moves = [
      ['new', 'confirmed'],
      ['confirmed', 'payed'],
      ['payed', 'new'],
    ] as const;
    await Promise.all(
      times(300, (index) =>
        dataSource.transaction(async (tx) => {
          for (const turn of times(3, (step) => moves[(index + step) % 3])) {
            if (!turn) continue;
            const [from, to] = turn;
            await counters.change(tx, [
              { list, status: from, createdAt, by: -1 },
              { list, status: to, createdAt, by: 1 },
            ]);
          }
          await counters.change(tx, [{ list, status: index % 2 ? 'new' : 'payed', createdAt, by: 1 }]);
        }),
      ),
    );
    expect([await counters.total(list), await counters.total(list, 'new'), await counters.total(list, 'confirmed')]).toEqual([300, 150, 0]);
  });

  it('never block each other when a call names several lists', async () => {
    const lists = times(4, () => uuidv7());
    const createdAt = new Date('2026-03-01T10:00:00Z');
    await Promise.all(
      times(200, (index) =>
        dataSource.transaction((tx) => {
          const order = index % 2 ? lists : [...lists].reverse();
          return counters.change(
            tx,
            order.map((list) => ({ list, status: 'new', createdAt, by: 1 })),
          );
        }),
      ),
    );
    expect(await Promise.all(lists.map((list) => counters.total(list)))).toEqual([200, 200, 200, 200]);
  });
});
