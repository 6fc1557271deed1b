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
afterEach(() => waitForConnections(PATIENCE_MS));
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Sets how long further callers wait for a connection. */
function waitForConnections(forMs: number): void {
  ((source.driver as PostgresDriver).master as Pool).options.connectionTimeoutMillis = forMs;
}

/** Takes both connections. So no connection has to be opened while the time limit is short. */
async function takeBoth(): Promise<[QueryRunner, QueryRunner]> {
  const both: [QueryRunner, QueryRunner] = [source.createQueryRunner(), source.createQueryRunner()];
  for (const holder of both) await holder.connect();
  return both;
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
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const [first, second] = await bothInOneSnapshot(
      source,
      async (tx) => {
        await writer.query('UPDATE business_clock SET offset_ms = offset_ms + 7');
        written();
        return readClock(tx);
      },
      async (tx) => {
        await isWritten;
        return readClock(tx);
      },
    );
    await writer.destroy();
    expect([first.offset, second.offset]).toEqual(['0', '0']);
    expect(first.backend).not.toBe(second.backend);
    expect((await readClock(source.manager)).offset).toBe('7');
  });

  it('run one after the other when there is no second connection', async () => {
    const [holder, free] = await takeBoth();
    await free.release();
    waitForConnections(100);
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

  it.each(['first', 'second'])('fail when the %s read fails, and leave no open transaction', async (failed) => {
    const failing = (name: string) => (tx: EntityManager) =>
      name === failed ? Promise.reject(new Error(`the ${name} failed`)) : readClock(tx);
    await expect(bothInOneSnapshot(source, failing('first'), failing('second'))).rejects.toThrow(`the ${failed} failed`);
    expect(await openTransactions()).toEqual([]);
  });

  it('fail when there is no connection', async () => {
    const holders = await takeBoth();
    waitForConnections(100);
    await expect(bothInOneSnapshot(source, readClock, readClock)).rejects.toThrow('timeout');
    waitForConnections(PATIENCE_MS);
    for (const holder of holders) await holder.release();
    expect(await openTransactions()).toEqual([]);
  });

  it('do not block each other forever when many run concurrently', async () => {
    for (const holder of await takeBoth()) await holder.release();
    waitForConnections(1_000);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => bothInOneSnapshot(source, readClock, readClock)));
    waitForConnections(PATIENCE_MS);
    const failures = all.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(failures.filter((reason) => !reason.includes('timeout'))).toEqual([]);
    expect(failures.length).toBeLessThan(20);
    expect(await openTransactions()).toEqual([]);
  });
});
