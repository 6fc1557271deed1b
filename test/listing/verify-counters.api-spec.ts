import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partsOf } from '../support/parts.js';
import { type CounterVerification, VerifyCountersService } from '../../src/platform/counters/verify-counters.service.js';
import { times } from '../support/times.js';
import { readCounterSums } from './support/counter-sums.js';
import { replaySteps } from './support/replay-steps.js';
import { steps } from './support/listing-model.js';
import { DONE_LIST, type Item, ITEM_LIST, ItemWorld } from './support/items.js';

const SHOPS = ['a', 'b'];
const DAY_MS = 86_400_000;

let world: ItemWorld;
let verify: VerifyCountersService;
beforeAll(async () => {
  world = await ItemWorld.start();
  verify = new VerifyCountersService(world.dataSource, partsOf({ lists: [ITEM_LIST, DONE_LIST] }));
});
afterAll(() => world.stop());

/** A manual change that makes counters wrong. `pick` chooses one of the existing rows. */
type Corruption =
  | { table: 'listing_counter' | 'listing_change'; pick: number; by: number }
  | { table: 'listing_counter' | 'listing_change'; pick: number; deleted: true }
  | { level: number; status: string; list: string; at: Date; by: number };

const someTable = fc.constantFrom('listing_counter' as const, 'listing_change' as const);
const delta = fc.constantFrom(-3, -1, 1, 2, 1_000);
const corruptions: fc.Arbitrary<Corruption[]> = fc.array(
  fc.oneof(
    fc.record({ table: someTable, pick: fc.nat(), by: delta }),
    fc.record({ table: someTable, pick: fc.nat(), deleted: fc.constant(true as const) }),
    fc.record({
      level: fc.integer({ min: 0, max: 3 }),
      status: fc.constantFrom('new', 'payed', 'open', 'no-such-status'),
      list: fc.constantFrom('things:a', 'things:b', 'done-things:a', 'things:nobody'),
      at: fc.constantFrom(
        new Date(0),
        new Date('2026-03-28T00:00:00Z'),
        new Date('2026-03-28T22:17:31Z'),
        new Date('2031-01-01T00:00:00Z'),
      ),
      by: delta,
    }),
  ),
  { minLength: 1, maxLength: 6, size: 'max' },
);

async function corrupt(corruption: Corruption): Promise<void> {
  if ('level' in corruption) {
    await world.dataSource.query(
      `INSERT INTO listing_counter AS c (list, level, status, bucket, count) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (list, level, status, bucket) DO UPDATE SET count = c.count + excluded.count`,
      [corruption.list, corruption.level, corruption.status, corruption.at, corruption.by],
    );
    return;
  }
  const picked = `ctid = (SELECT ctid FROM ${corruption.table} ORDER BY ctid OFFSET $1::bigint % greatest((SELECT count(*) FROM ${corruption.table}), 1) LIMIT 1)`;
  if ('deleted' in corruption) await world.dataSource.query(`DELETE FROM ${corruption.table} WHERE ${picked}`, [corruption.pick]);
  else await world.dataSource.query(`UPDATE ${corruption.table} SET count = count + $2 WHERE ${picked}`, [corruption.pick, corruption.by]);
}

/** The expected counters, computed only from the rows. */
async function expectedCounters(list: 'things' | 'done-things', shop: string): Promise<Record<string, number>> {
  const status = list === 'things' ? 'status' : `CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END`;
  const rows = await world.dataSource.query<{ key: string; n: number }[]>(
    `SELECT ${status} || ' ' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS key, count(*)::int AS n FROM thing WHERE shop = $1 GROUP BY key ORDER BY key`,
    [shop],
  );
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
}

async function expectCorrectCounters(): Promise<void> {
  for (const shop of [...SHOPS, 'nobody']) {
    for (const list of ['things', 'done-things'] as const) {
      const { minutes, levels } = await readCounterSums(world.dataSource, `${list}:${shop}`);
      expect(minutes).toEqual(await expectedCounters(list, shop));
      for (const sums of Object.values(levels)) expect(new Set(sums).size).toBe(1);
    }
  }
}

const noMismatch = expect.objectContaining({ wrong: 0, examples: [], undeclared: [] });

describe('the verification of the counters', () => {
  it('finds no mismatch after any history, and compares each row of each list once, with any batch size', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(1, 7, 50_000), async (history, batchSize) => {
        const items = await replaySteps(world, history);
        const { rows, ...found } = await verify.run({ batchSize });
        expect([rows, found]).toEqual([2 * items.length, noMismatch]);
      }),
      { numRuns: 25 },
    );
  });

  it('finds counters that were changed manually, and repairs them', async () => {
    await fc.assert(
      fc.asyncProperty(steps, corruptions, fc.constantFrom(3, 50_000), async (history, changes, batchSize) => {
        await replaySteps(world, history);
        for (const corruption of changes) await corrupt(corruption);
        const found = await verify.run({ batchSize });
        const repaired = await verify.run({ batchSize, repair: true });
        expect(repaired.wrong > 0).toBe(found.wrong > 0);
        expect(await verify.run()).toEqual(noMismatch);
        await expectCorrectCounters();
        await world.compactAllCounters();
        await expectCorrectCounters();
        const [below] = await world.dataSource.query<{ n: number }[]>('SELECT count(*)::int AS n FROM listing_counter WHERE count < 0');
        expect(below?.n).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('names the wrong counter and the difference', async () => {
    await world.clear();
    await world.insert([newItem(1), newItem(2)]);
    await world.compactAllCounters();
    await world.dataSource.query(`UPDATE listing_counter SET count = 5 WHERE list = 'things:a' AND level = 2`);
    await world.dataSource.query(`DELETE FROM listing_counter WHERE list = 'things:a' AND level = 0`);
    await corrupt({ list: 'elsewhere:a', level: 0, status: 'new', at: new Date(0), by: 1 });
    const found = await verify.run();
    expect(found).toEqual({
      lists: 2,
      rows: 4,
      wrong: 2,
      examples: [
        { list: 'things:a', of: 'hour', status: 'new', since: new Date('2026-03-01T10:00:00Z'), off: 3 },
        { list: 'things:a', of: 'list', status: 'new', since: new Date(0), off: -2 },
      ],
      undeclared: ['elsewhere:a'],
    } satisfies CounterVerification);
  });

  it('deletes the counters of lists without rows', async () => {
    await world.clear();
    const at = new Date('2026-03-28T22:17:00Z');
    for (const level of [0, 1, 2, 3]) await corrupt({ list: 'things:nobody', level, status: 'new', at, by: 1 });
    expect((await verify.run({ repair: true })).wrong).toBe(4);
    expect(await world.dataSource.query('SELECT * FROM listing_counter')).toEqual([]);
  });

  it('reports its progress, and stops when the callback throws', async () => {
    await world.clear();
    await world.insert(times(30, (index) => newItem(index + 1, index * DAY_MS)));
    await world.compactAllCounters();
    const reported: number[] = [];
    await verify.run({ batchSize: 10, onProgress: ({ rowsDone, rowsTotal }) => reported.push(rowsDone / rowsTotal) });
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect([reported.length > 6, reported.at(-1)]).toEqual([true, 1]);
    const stopped = verify.run({
      batchSize: 10,
      onProgress: () => {
        throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('the verification of the counters during writes and compaction', () => {
  /** Adds, moves and removes rows, each in its own transaction, while the counters are compacted all the time. */
  async function writeDuring(during: Promise<unknown>): Promise<void> {
    let running = true;
    const ended = during.finally(() => (running = false));
    const writer = async (number: number): Promise<void> => {
      for (let round = 0; running; round += 1) {
        const added = times(3, (index) => newItem(1_000_000 * (number + 1) + round * 10 + index, ((round + index) % 40) * 60_000 * 37));
        await world.insert(added);
        const [first, second] = added;
        if (first) await world.move(first, 'payed');
        if (second) await world.remove(second);
      }
    };
    const compactor = async (): Promise<void> => {
      while (running) await world.compactAllCounters();
    };
    await Promise.all([ended, ...times(6, writer), compactor(), compactor()]);
  }

  beforeEach(async () => {
    await world.clear();
    await world.insert(times(400, (index) => newItem(index + 1, (index % 90) * 60_000 * 37)));
    await world.compactAllCounters();
  });

  it('reports no concurrent write as a mismatch', async () => {
    const runAll = async (): Promise<CounterVerification[]> => {
      const verifications: CounterVerification[] = [];
      for (let run = 0; run < 15; run += 1) verifications.push(await verify.run({ batchSize: 50 }));
      return verifications;
    };
    const running = runAll();
    await writeDuring(running);
    for (const found of await running) expect(found).toEqual(noMismatch);
  });

  it('repairs without losing a count, also in two concurrent runs', async () => {
    const repairs = async (): Promise<void> => {
      for (let run = 0; run < 8; run += 1) {
        for (const pick of times(10, (index) => 17 * index + run)) await corrupt({ table: 'listing_counter', pick, by: pick % 2 ? 7 : -7 });
        const [one, other] = await Promise.all(times(2, () => verify.run({ repair: true, batchSize: 50 })));
        expect((one?.wrong ?? 0) + (other?.wrong ?? 0)).toBeGreaterThan(0);
        expect(await verify.run()).toEqual(noMismatch);
      }
    };
    await writeDuring(repairs());
    expect(await verify.run()).toEqual(noMismatch);
    await expectCorrectCounters();
    await world.compactAllCounters();
    await expectCorrectCounters();
  });
});

/** @param offsetMs milliseconds after 1 March 2026, 10:00 UTC. */
function newItem(id: number, offsetMs = 0): Item {
  const createdAt = new Date(Date.UTC(2026, 2, 1, 10) + offsetMs);
  return { id: String(id), shop: 'a', status: 'new', note: null, tag: 'x', size: 1, doneAt: null, createdAt };
}
