import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ChargeQueries } from '../../src/products/direct-billing/charges/charge.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let connection: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  // Without these options the planner would not use the index, because the table has no rows.
  const extra = { options: '-c enable_seqscan=off -c enable_bitmapscan=off' };
  connection = await new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 1, extra }).initialize();
});
afterAll(async () => {
  await connection.destroy();
  await database.drop();
});

it.each([
  ['the first', null],
  ['a later', { at: new Date(), id: '00000000-0000-0000-0000-000000000000' }],
])('%s page of late bookings is read with the partial index', async (_, cursor) => {
  const query = jest.spyOn(connection, 'query');
  await new ChargeQueries(connection).bookedLate(50, cursor);
  const [text = '', values] = query.mock.calls[0] ?? [];
  query.mockRestore();
  const plan = await connection.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, values);
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Scan Backward using direct_billing_charge_late');
});
