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
  const collect = async <Row>(rows: AsyncGenerator<Row>): Promise<Row[]> => {
    const collected: Row[] = [];
    for await (const row of rows) collected.push(row);
    return collected;
  };
  /** Returns the number of connections that were not released to the pool, and the open transactions. */
  const openResources = async (): Promise<unknown> => {
    const pool = (world.dataSource.driver as PostgresDriver).master as Pool;
    const inUse = pool.totalCount - pool.idleCount;
    const open = await world.dataSource.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    return { inUse, open };
  };
  const NO_OPEN_RESOURCES = { inUse: 0, open: [] };

  it('sees the same rows in each statement while others write', async () => {
    async function* countTwice(runner: QueryRunner): AsyncGenerator<unknown> {
      yield await runner.query(PARTNERS);
      yield await runner.query(PARTNERS);
    }
    const results: unknown[] = [];
    for await (const rows of read(countTwice)) {
      results.push(rows);
      await world.partner();
    }
    expect(results).toEqual([[{ n: 0 }], [{ n: 0 }]]);
    expect(await world.count('partner')).toBe(2);
  });

  it('rejects writes', async () => {
    async function* insertPartner(runner: QueryRunner): AsyncGenerator<unknown> {
      yield await runner.query("INSERT INTO partner (id, name, created_at) VALUES (gen_random_uuid(), 'Shop', now())");
    }
    await expect(collect(read(insertPartner))).rejects.toMatchObject({ code: '25006' });
    expect(await openResources()).toEqual(NO_OPEN_RESOURCES);
  });

  it.each([0, 1, 999, 1000, 1001, 2500])('returns all %i rows in parts', async (count) => {
    expect(await collect(numbers(count))).toEqual(times(count, (index) => ({ n: index + 1 })));
    expect(await openResources()).toEqual(NO_OPEN_RESOURCES);
  });

  it('can run one statement after the other', async () => {
    async function* runTwoStatements(runner: QueryRunner): AsyncGenerator<{ n: number }> {
      for (const n of [1, 2]) yield* rowsOf<{ n: number }>(runner, 'SELECT $1::int AS n', [n]);
    }
    expect(await collect(read(runTwoStatements))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('leaves nothing open when the reader stops early', async () => {
    for await (const { n } of numbers(5000)) if (n === 3) break;
    expect(await openResources()).toEqual(NO_OPEN_RESOURCES);
  });

  it('leaves nothing open when the connection is lost', async () => {
    const superuser = await world.login('superuser');
    async function* terminateConnection(runner: QueryRunner): AsyncGenerator<unknown> {
      const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
      await superuser.query('SELECT pg_terminate_backend($1, 60000)', [pid]);
      yield await runner.query(PARTNERS);
    }
    await expect(collect(read(terminateConnection))).rejects.toThrow();
    expect(await openResources()).toEqual(NO_OPEN_RESOURCES);
  });
});
