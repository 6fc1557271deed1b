import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { inSnapshot, rowsOf } from '../../src/platform/ledger/statement/snapshot.js';
import { times } from '../support/times.js';
import { LedgerWorld } from './ledger-world.js';

describe('reading in one snapshot', () => {
  let world: LedgerWorld;
  beforeAll(async () => {
    world = await LedgerWorld.open();
  });
  afterAll(() => world.close());

  const PARTNERS = 'SELECT count(*)::int AS n FROM partner';
  const read = <Row>(from: (runner: QueryRunner) => AsyncGenerator<Row>): AsyncGenerator<Row> => inSnapshot(world.dataSource, from);
  const numbers = (to: number): AsyncGenerator<{ n: number }> =>
    read((runner) => rowsOf<{ n: number }>(runner, 'SELECT generate_series(1, $1::int) AS n', [to]));
  const all = async <Row>(rows: AsyncGenerator<Row>): Promise<Row[]> => {
    const found: Row[] = [];
    for await (const row of rows) found.push(row);
    return found;
  };
  /** Connections of the pool that were not released, and open transactions. */
  const openResources = async (): Promise<unknown> => {
    const pool = (world.dataSource.driver as PostgresDriver).master as Pool;
    const inUse = pool.totalCount - pool.idleCount;
    const open = await world.dataSource.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    return { inUse, open };
  };
  const NOTHING = { inUse: 0, open: [] };

  it('sees the database at one moment while others write', async () => {
    async function* twice(runner: QueryRunner): AsyncGenerator<unknown> {
      yield await runner.query(PARTNERS);
      yield await runner.query(PARTNERS);
    }
    const seen: unknown[] = [];
    for await (const rows of read(twice)) {
      seen.push(rows);
      await world.partner();
    }
    expect(seen).toEqual([[{ n: 0 }], [{ n: 0 }]]);
    expect(await world.count('partner')).toBe(2);
  });

  it('cannot write', async () => {
    async function* write(runner: QueryRunner): AsyncGenerator<unknown> {
      yield await runner.query("INSERT INTO partner (id, name, created_at) VALUES (gen_random_uuid(), 'Shop', now())");
    }
    await expect(all(read(write))).rejects.toMatchObject({ code: '25006' });
    expect(await openResources()).toEqual(NOTHING);
  });

  it.each([0, 1, 999, 1000, 1001, 2500])('returns all %i rows in parts', async (count) => {
    expect(await all(numbers(count))).toEqual(times(count, (index) => ({ n: index + 1 })));
    expect(await openResources()).toEqual(NOTHING);
  });

  it('can run one statement after the other', async () => {
    async function* both(runner: QueryRunner): AsyncGenerator<{ n: number }> {
      for (const n of [1, 2]) yield* rowsOf<{ n: number }>(runner, 'SELECT $1::int AS n', [n]);
    }
    expect(await all(read(both))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('leaves nothing open when the reader stops early', async () => {
    for await (const { n } of numbers(5000)) if (n === 3) break;
    expect(await openResources()).toEqual(NOTHING);
  });

  it('leaves nothing open when the connection is lost', async () => {
    const superuser = await world.login('superuser');
    async function* cut(runner: QueryRunner): AsyncGenerator<unknown> {
      const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
      await superuser.query('SELECT pg_terminate_backend($1, 60000)', [pid]);
      yield await runner.query(PARTNERS);
    }
    await expect(all(read(cut))).rejects.toThrow();
    expect(await openResources()).toEqual(NOTHING);
  });
});
