import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { StatementGate } from '../../simulation/world/statement-gate.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let source: DataSource;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  source = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 2 }).initialize();
  pool = (source.driver as PostgresDriver).master as Pool;
});
afterEach(() => source.destroy());
afterAll(() => database.drop());

describe('a process that the simulation kills', () => {
  it('loses its connection and opens no other one, even if its timers continue', async () => {
    const gate = StatementGate.install(source, () => undefined);
    await source.query('SELECT 1');
    expect(pool.totalCount).toBe(1);
    gate.disconnectAll();
    await until(
      () => pool.totalCount,
      (count) => count === 0,
    );
    void pool.connect();
    expect(pool.totalCount).toBe(0);
  });

  it('loses the connection that it is opening', async () => {
    const gate = StatementGate.install(source, () => undefined);
    void pool.connect();
    gate.disconnectAll();
    expect(pool.totalCount).toBe(1);
    await until(
      () => pool.totalCount,
      (count) => count === 0,
    );
  });
});
