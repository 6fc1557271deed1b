import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CountedLists } from '../../src/platform/listing/verification/counted-lists.js';
import { type CounterVerification, VerifyCountersService } from '../../src/platform/listing/verification/verify-counters.service.js';
import { times } from '../support/times.js';
import { counted } from './support/counted.js';
import { replaySteps } from './support/replay-steps.js';
import { steps } from './support/listing-model.js';
import { DONE_LIST, type Item, ITEM_LIST, ItemWorld } from './support/items.js';

const SHOPS = ['a', 'b'];
const DAY_MS = 86_400_000;

let world: ItemWorld;
let verify: VerifyCountersService;
beforeAll(async () => {
  world = await ItemWorld.start();
  const lists = new CountedLists();
  for (const list of [ITEM_LIST, DONE_LIST]) lists.register(list);
  verify = new VerifyCountersService(world.dataSource, lists);
});
afterAll(() => world.stop());

/** How something hand-made goes wrong. `pick` chooses among the rows there are. */
type Spoil =
  | { table: 'listing_counter' | 'listing_change'; pick: number; by: number }
  | { table: 'listing_counter' | 'listing_change'; pick: number; gone: true }
  | { level: number; status: string; list: string; at: Date; by: number };

const someTable = fc.constantFrom('listing_counter' as const, 'listing_change' as const);
const by = fc.constantFrom(-3, -1, 1, 2, 1_000);
const spoils: fc.Arbitrary<Spoil[]> = fc.array(
  fc.oneof(
    fc.record({ table: someTable, pick: fc.nat(), by }),
    fc.record({ table: someTable, pick: fc.nat(), gone: fc.constant(true as const) }),
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
      by,
    }),
  ),
  { minLength: 1, maxLength: 6, size: 'max' },
);

async function spoil(what: Spoil): Promise<void> {
  if ('level' in what) {
    await world.dataSource.query(
      `INSERT INTO listing_counter AS c (list, level, status, bucket, count) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (list, level, status, bucket) DO UPDATE SET count = c.count + excluded.count`,
      [what.list, what.level, what.status, what.at, what.by],
    );
    return;
  }
  const picked = `ctid = (SELECT ctid FROM ${what.table} ORDER BY ctid OFFSET $1::bigint % greatest((SELECT count(*) FROM ${what.table}), 1) LIMIT 1)`;
  if ('gone' in what) await world.dataSource.query(`DELETE FROM ${what.table} WHERE ${picked}`, [what.pick]);
  else await world.dataSource.query(`UPDATE ${what.table} SET count = count + $2 WHERE ${picked}`, [what.pick, what.by]);
}

/** The counters as the rows want them, said again from the rows alone. */
async function wanted(list: 'things' | 'done-things', shop: string): Promise<Record<string, number>> {
  const status = list === 'things' ? 'status' : `CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END`;
  const rows = await world.dataSource.query<{ key: string; n: number }[]>(
    `SELECT ${status} || ' ' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS key, count(*)::int AS n FROM thing WHERE shop = $1 GROUP BY key ORDER BY key`,
    [shop],
  );
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
}

async function expectTrueCounters(): Promise<void> {
  for (const shop of [...SHOPS, 'nobody']) {
    for (const list of ['things', 'done-things'] as const) {
      const { minutes, levels } = await counted(world.dataSource, `${list}:${shop}`);
      expect(minutes).toEqual(await wanted(list, shop));
      for (const sums of Object.values(levels)) expect(new Set(sums).size).toBe(1);
    }
  }
}

const sound = expect.objectContaining({ wrong: 0, examples: [], undeclared: [] });

describe('the proof of the counters', () => {
  it('finds nothing after any history, and looks at each row of each list once, however small its batches', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(1, 7, 50_000), async (history, batchSize) => {
        const things = await replaySteps(world, history);
        const { rows, ...found } = await verify.run({ batchSize });
        expect([rows, found]).toEqual([2 * things.length, sound]);
      }),
      { numRuns: 25 },
    );
  });

  it('finds what was spoiled by hand, and repairs it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, spoils, fc.constantFrom(3, 50_000), async (history, wrongs, batchSize) => {
        await replaySteps(world, history);
        for (const what of wrongs) await spoil(what);
        const found = await verify.run({ batchSize });
        const repaired = await verify.run({ batchSize, repair: true });
        expect(repaired.wrong > 0).toBe(found.wrong > 0);
        expect(await verify.run()).toEqual(sound);
        await expectTrueCounters();
        await world.fold();
        await expectTrueCounters();
        const [below] = await world.dataSource.query<{ n: number }[]>('SELECT count(*)::int AS n FROM listing_counter WHERE count < 0');
        expect(below?.n).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('names the counter, and by how much it is off', async () => {
    await world.clear();
    await world.insert([thing(1), thing(2)]);
    await world.fold();
    await world.dataSource.query(`UPDATE listing_counter SET count = 5 WHERE list = 'things:a' AND level = 2`);
    await world.dataSource.query(`DELETE FROM listing_counter WHERE list = 'things:a' AND level = 0`);
    await spoil({ list: 'elsewhere:a', level: 0, status: 'new', at: new Date(0), by: 1 });
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

  it('leaves no counter behind where there are no rows', async () => {
    await world.clear();
    const at = new Date('2026-03-28T22:17:00Z');
    for (const level of [0, 1, 2, 3]) await spoil({ list: 'things:nobody', level, status: 'new', at, by: 1 });
    expect((await verify.run({ repair: true })).wrong).toBe(4);
    expect(await world.dataSource.query('SELECT * FROM listing_counter')).toEqual([]);
  });

  it('tells how far it is, and can be stopped there', async () => {
    await world.clear();
    await world.insert(times(30, (index) => thing(index + 1, index * DAY_MS)));
    await world.fold();
    const told: number[] = [];
    await verify.run({ batchSize: 10, onProgress: ({ rowsDone, rowsTotal }) => told.push(rowsDone / rowsTotal) });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect([told.length > 6, told.at(-1)]).toEqual([true, 1]);
    const stopped = verify.run({
      batchSize: 10,
      onProgress: () => {
        throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
  });
});

describe('beside writers and folding', () => {
  /** Adds, moves and removes rows, each in a transaction of its own, while the counters are folded all the time. */
  async function busy(during: Promise<unknown>): Promise<void> {
    let running = true;
    const ended = during.finally(() => (running = false));
    const writer = async (number: number): Promise<void> => {
      for (let made = 0; running; made += 1) {
        const mine = times(3, (index) => thing(1_000_000 * (number + 1) + made * 10 + index, ((made + index) % 40) * 60_000 * 37));
        await world.insert(mine);
        const [first, second] = mine;
        if (first) await world.move(first, 'payed');
        if (second) await world.remove(second);
      }
    };
    const folder = async (): Promise<void> => {
      while (running) await world.fold();
    };
    await Promise.all([ended, ...times(6, writer), folder(), folder()]);
  }

  beforeEach(async () => {
    await world.clear();
    await world.insert(times(400, (index) => thing(index + 1, (index % 90) * 60_000 * 37)));
    await world.fold();
  });

  it('never takes what is being written for wrong', async () => {
    const proofs = async (): Promise<CounterVerification[]> => {
      const found: CounterVerification[] = [];
      for (let run = 0; run < 15; run += 1) found.push(await verify.run({ batchSize: 50 }));
      return found;
    };
    const running = proofs();
    await busy(running);
    for (const found of await running) expect(found).toEqual(sound);
  });

  it('repairs without losing a count, also when it is called twice at once', async () => {
    const repairs = async (): Promise<void> => {
      for (let run = 0; run < 8; run += 1) {
        for (const pick of times(10, (index) => 17 * index + run)) await spoil({ table: 'listing_counter', pick, by: pick % 2 ? 7 : -7 });
        const [one, other] = await Promise.all(times(2, () => verify.run({ repair: true, batchSize: 50 })));
        expect((one?.wrong ?? 0) + (other?.wrong ?? 0)).toBeGreaterThan(0);
        expect(await verify.run()).toEqual(sound);
      }
    };
    await busy(repairs());
    expect(await verify.run()).toEqual(sound);
    await expectTrueCounters();
    await world.fold();
    await expectTrueCounters();
  });
});

/** @param after milliseconds after the first of March, ten o'clock. */
function thing(id: number, after = 0): Item {
  const createdAt = new Date(Date.UTC(2026, 2, 1, 10) + after);
  return { id: String(id), shop: 'a', status: 'new', note: null, tag: 'x', size: 1, doneAt: null, createdAt };
}
