import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { runNamed } from '../../src/runtime/database/named-query.js';
import { forbidNestedConnections, NestedConnectionError } from '../../src/runtime/database/nested-connections.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 2 }).initialize();
  forbidNestedConnections(dataSource, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const SELECT_ONE = { name: 'one', text: 'SELECT 1 AS one' };

describe('a second connection within a transaction', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a plain statement', () => dataSource.query('SELECT 1')],
    ['a prepared statement', () => runNamed(dataSource, SELECT_ONE, [])],
    ['another transaction', () => dataSource.transaction((tx) => tx.query('SELECT 1'))],
    ['a connection of a query runner', () => dataSource.createQueryRunner().connect()],
  ])('is rejected: %s', async (_, work) => {
    await expect(dataSource.transaction(() => work())).rejects.toThrow(NestedConnectionError);
    await expect(dataSource.transaction(() => Promise.resolve().then(work))).rejects.toThrow(NestedConnectionError);
  });

  it('is not opened by the transaction’s own statements and savepoints', async () => {
    const transaction = dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await runNamed(tx, SELECT_ONE, []);
      return tx.transaction((inner) => runNamed(inner, SELECT_ONE, []));
    });
    await expect(transaction).resolves.toEqual([{ one: 1 }]);
  });

  it('is accepted in work that continues after the end of the transaction', async () => {
    let lateQuery: Promise<unknown> = Promise.resolve();
    let commit: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => (commit = resolve));
    await dataSource.transaction(() => {
      lateQuery = committed.then(() => dataSource.query('SELECT 1'));
      return Promise.resolve();
    });
    commit();
    await expect(lateQuery).resolves.toBeDefined();
  });

  it('is accepted after a transaction that failed', async () => {
    await expect(dataSource.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(dataSource.query('SELECT 1')).resolves.toBeDefined();
  });
});
