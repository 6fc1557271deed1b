import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { counters } from './support/count-changes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { times } from '../support/times.js';
import { readCounterSums } from './support/counter-sums.js';

describe('listing counters', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 20 }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const totals = async (list: string): Promise<Record<string, number>> =>
    Object.fromEntries(Object.entries((await readCounterSums(dataSource, list)).levels).map(([status, [total]]) => [status, total]));

  it('count many changes of one call like the same changes in separate calls', async () => {
    const list = uuidv7();
    const createdAt = new Date('2026-03-29T01:30:59.999Z');
    const later = new Date('2026-03-29T01:31:00Z');
    await dataSource.transaction((tx) =>
      counters.change(tx, [
        ...times(5, () => ({ list, status: 'new', createdAt, by: 1 as const })),
        { list, status: 'new', createdAt: later, by: 1 },
        { list, status: 'new', createdAt, by: -1 },
        { list, status: 'payed', createdAt, by: 1 },
        { list: `${list}-other`, status: 'new', createdAt, by: 1 },
      ]),
    );
    expect(await readCounterSums(dataSource, list)).toEqual({
      minutes: { 'new 2026-03-29 01:30': 4, 'new 2026-03-29 01:31': 1, 'payed 2026-03-29 01:30': 1 },
      levels: { new: [5, 5, 5, 5], payed: [1, 1, 1, 1] },
    });
    expect(await totals(`${list}-other`)).toEqual({ new: 1 });
  });

  it('write one row per minute and connection, however many changes are counted', async () => {
    const list = uuidv7();
    await dataSource.transaction(async (tx) => {
      for (const second of times(30, (n) => n)) {
        const createdAt = new Date(Date.UTC(2026, 2, 1, 10, 0, second));
        await counters.change(tx, [{ list, status: 'new', createdAt, by: 1 }]);
      }
    });
    const rows = await dataSource.query('SELECT count FROM listing_change WHERE list = $1', [list]);
    expect(rows).toEqual([{ count: '30' }]);
  });

  it('are unchanged when the transaction is rolled back', async () => {
    const list = uuidv7();
    const rolledBack = dataSource.transaction(async (tx) => {
      await counters.change(tx, [{ list, status: 'new', createdAt: new Date(0), by: 1 }]);
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    expect(await readCounterSums(dataSource, list)).toEqual({ minutes: {}, levels: {} });
  });

  it('never deadlock, whatever the order of changes in the transactions', async () => {
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
          for (const move of times(3, (step) => moves[(index + step) % 3])) {
            if (!move) continue;
            const [from, to] = move;
            await counters.change(tx, [
              { list, status: from, createdAt, by: -1 },
              { list, status: to, createdAt, by: 1 },
            ]);
          }
          await counters.change(tx, [{ list, status: index % 2 ? 'new' : 'payed', createdAt, by: 1 }]);
        }),
      ),
    );
    expect(await totals(list)).toEqual({ new: 150, payed: 150 });
  });

  it('never deadlock when a call names several lists', async () => {
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
    expect(await Promise.all(lists.map((list) => totals(list)))).toEqual(times(4, () => ({ new: 200 })));
  });
});
