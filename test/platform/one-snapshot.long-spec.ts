import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { connectionLimits } from '../../src/runtime/database/connection-limits.js';
import { forbidNestedConnections } from '../../src/runtime/database/nested-connections.js';
import { bothInOneSnapshot } from '../../src/runtime/database/one-snapshot.js';
import { PATIENCE_MS } from '../support/patience.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const extra = connectionLimits({
    connectionTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
    lockTimeoutMs: 0,
    idleTransactionTimeoutMs: 0,
  });
  source = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 2, extra }).initialize();
  forbidNestedConnections(source, (error) => {
    throw error;
  });
});
afterEach(() => setConnectionTimeout(PATIENCE_MS));
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Sets how long callers wait for a connection from now on. */
function setConnectionTimeout(timeoutMs: number): void {
  ((source.driver as PostgresDriver).master as Pool).options.connectionTimeoutMillis = timeoutMs;
}

/** Acquires both connections of the pool, which opens them. A test with a short time limit then need not open a connection. */
async function acquireBoth(): Promise<[QueryRunner, QueryRunner]> {
  const holders: [QueryRunner, QueryRunner] = [source.createQueryRunner(), source.createQueryRunner()];
  for (const holder of holders) await holder.connect();
  return holders;
}

interface ClockReading {
  offset: string;
  backend: number;
}

async function readClock(tx: EntityManager): Promise<ClockReading> {
  const [reading] = await tx.query<ClockReading[]>('SELECT offset_ms AS offset, pg_backend_pid() AS backend FROM business_clock');
  if (!reading) throw new Error('The table business_clock has no row');
  return reading;
}
const openTransactions = async (): Promise<unknown[]> =>
  source.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'");

describe('two reads in one snapshot', () => {
  it('see the same data on two connections despite a concurrent write', async () => {
    const writer = await new DataSource({ type: 'postgres', url: database.appUrl }).initialize();
    let signalWrite: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (signalWrite = resolve));
    const [first, second] = await bothInOneSnapshot(
      source,
      async (tx) => {
        await writer.query('UPDATE business_clock SET offset_ms = offset_ms + 7');
        signalWrite();
        return readClock(tx);
      },
      async (tx) => {
        await written;
        return readClock(tx);
      },
    );
    await writer.destroy();
    expect([first.offset, second.offset]).toEqual(['0', '0']);
    expect(first.backend).not.toBe(second.backend);
    expect((await readClock(source.manager)).offset).toBe('7');
  });

  it('run one after the other when there is no second connection', async () => {
    const [holder, free] = await acquireBoth();
    await free.release();
    setConnectionTimeout(100);
    try {
      const order: string[] = [];
      const [first, second] = await bothInOneSnapshot(
        source,
        (tx) => readClock(tx).finally(() => order.push('first')),
        (tx) => readClock(tx).finally(() => order.push('second')),
      );
      expect(first).toEqual(second);
      expect(order).toEqual(['first', 'second']);
    } finally {
      await holder.release();
    }
  });

  it('cannot write', async () => {
    const write = (tx: EntityManager): Promise<unknown> => tx.query('UPDATE business_clock SET offset_ms = offset_ms + 9');
    await expect(bothInOneSnapshot(source, readClock, write)).rejects.toMatchObject({ code: '25006' });
    await expect(bothInOneSnapshot(source, write, readClock)).rejects.toMatchObject({ code: '25006' });
  });

  it.each(['first', 'second'])('fail when the %s read fails, and leave no open transaction', async (failingRead) => {
    const readOrFail = (name: string) => (tx: EntityManager) =>
      name === failingRead ? Promise.reject(new Error(`the ${name} failed`)) : readClock(tx);
    await expect(bothInOneSnapshot(source, readOrFail('first'), readOrFail('second'))).rejects.toThrow(`the ${failingRead} failed`);
    expect(await openTransactions()).toEqual([]);
  });

  it('fail when there is no connection', async () => {
    const holders = await acquireBoth();
    setConnectionTimeout(100);
    await expect(bothInOneSnapshot(source, readClock, readClock)).rejects.toThrow('timeout');
    setConnectionTimeout(PATIENCE_MS);
    for (const holder of holders) await holder.release();
    expect(await openTransactions()).toEqual([]);
  });

  it('do not all fail when more run concurrently than there are connections, and fail only with time-outs', async () => {
    for (const holder of await acquireBoth()) await holder.release();
    setConnectionTimeout(1_000);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => bothInOneSnapshot(source, readClock, readClock)));
    setConnectionTimeout(PATIENCE_MS);
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(failures.filter((reason) => !reason.includes('timeout'))).toEqual([]);
    expect(failures.length).toBeLessThan(20);
    expect(await openTransactions()).toEqual([]);
  });
});
