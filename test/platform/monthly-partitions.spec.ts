import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { readEnvironment } from '../../src/config/environment.js';
import { MonthlyPartitionsService } from '../../src/scheduling/monthly-partitions.service.js';
import { PeriodicTasks } from '../../src/scheduling/periodic-tasks.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let app: DataSource;
let owner: DataSource;
let partitions: MonthlyPartitionsService;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await new DataSource({ type: 'postgres', url: database.appUrl }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  partitions = new MonthlyPartitionsService(app, new PeriodicTasks(readEnvironment({}), pino({ level: 'silent' })));
});
afterAll(async () => {
  await Promise.all([app.destroy(), owner.destroy()]);
  await database.drop();
});

const newest = async (table: string): Promise<string> => {
  const rows = await owner.query<{ name: string }[]>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass AND inhrelid::regclass::text ~ '_[0-9]{4}_[0-9]{2}$'`,
    [table],
  );
  return (
    rows
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? ''
  );
};

describe('the partitions of coming months', () => {
  it.each(['state_history', 'webhook_attempt'])('of %s are made when they are missing', async (table) => {
    const missing = await newest(table);
    await owner.query(`DROP TABLE ${missing}`);
    await expect(newest(table)).resolves.not.toBe(missing);
    await partitions.run();
    await expect(newest(table)).resolves.toBe(missing);
  });

  it('are left for another time while somebody reads the whole table, whom everybody would wait behind', async () => {
    const missing = await newest('state_history');
    await owner.query(`DROP TABLE ${missing}`);
    const reader = owner.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT count(*) FROM state_history');
    await expect(partitions.run()).rejects.toMatchObject({ code: '55P03' });
    await reader.rollbackTransaction();
    await reader.release();
    await partitions.run();
    await expect(newest('state_history')).resolves.toBe(missing);
  });
});
