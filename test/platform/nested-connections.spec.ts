import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { runNamed } from '../../src/runtime/database/named-query.js';
import { forbidNestedConnections, NestedConnectionError } from '../../src/runtime/database/nested-connections.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 2 }).initialize();
  forbidNestedConnections(source, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const ONE = { name: 'one', text: 'SELECT 1 AS one' };

describe('a second connection within a transaction', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a plain statement', () => source.query('SELECT 1')],
    ['a prepared statement', () => runNamed(source, ONE, [])],
    ['another transaction', () => source.transaction((tx) => tx.query('SELECT 1'))],
    ['a connection of a query runner', () => source.createQueryRunner().connect()],
  ])('is rejected: %s', async (_, work) => {
    await expect(source.transaction(() => work())).rejects.toThrow(NestedConnectionError);
    await expect(source.transaction(() => Promise.resolve().then(work))).rejects.toThrow(NestedConnectionError);
  });

  it('is not used by the transaction’s own statements and savepoints', async () => {
    const done = source.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await runNamed(tx, ONE, []);
      return tx.transaction((inner) => runNamed(inner, ONE, []));
    });
    await expect(done).resolves.toEqual([{ one: 1 }]);
  });

  it('is accepted in work that continues after the end of the transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();
    let commit: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => (commit = resolve));
    await source.transaction(() => {
      late = committed.then(() => source.query('SELECT 1'));
      return Promise.resolve();
    });
    commit();
    await expect(late).resolves.toBeDefined();
  });

  it('is accepted after a transaction that failed', async () => {
    await expect(source.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(source.query('SELECT 1')).resolves.toBeDefined();
  });
});
