import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { OpenOutcomes1790000000016 } from '../../src/runtime/database/migrations/1790000000016-open-outcomes.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let owner: DataSource;
let runner: QueryRunner;
const migration = new OpenOutcomes1790000000016();
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.ownerUrl }).initialize();
  runner = owner.createQueryRunner();
  // Rows without the rows that they belong to, which this is not about.
  await runner.query(`
    ALTER TABLE direct_billing_charge DROP CONSTRAINT direct_billing_charge_transaction_id_fkey;
    ALTER TABLE sms_transaction DROP CONSTRAINT sms_transaction_service_id_fkey, DROP CONSTRAINT sms_transaction_message_id_fkey`);
});
afterAll(async () => {
  await runner.release();
  await owner.destroy();
  await database.drop();
});

const charge = async (state: string, endedAfter: string): Promise<string> => {
  const reference = randomUUID();
  await runner.query(
    `INSERT INTO direct_billing_charge (reference, transaction_id, operator, state, gross_minor, ask_at, sent_at, updated_at)
     VALUES ($1, $1, 'orange', $2, 100, CASE WHEN $2 IN ('sent', 'accepted') THEN now() END, now() - interval '1 day', now() - interval '1 day' + $3::interval)`,
    [reference, state, endedAfter],
  );
  return reference;
};
const stateOf = async (reference: string): Promise<string> =>
  (
    (await runner.query("SELECT state || coalesce(' ' || (ask_at <= now()), '') AS state FROM direct_billing_charge WHERE reference = $1", [
      reference,
    ])) as [{ state: string }]
  )[0].state;

const partnerCall = async (state: string): Promise<string> => {
  const [{ id }] = (await runner.query(
    `INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
     VALUES ('shop1', gen_random_uuid()::text, '48500600700', 7055, '', false, 50, 62, 25, now(), now()) RETURNING id`,
  )) as [{ id: string }];
  await runner.query('INSERT INTO sms_partner_call (transaction_id, state, next_attempt_at) VALUES ($1, $2, $3)', [
    id,
    state,
    state === 'waiting' ? new Date() : null,
  ]);
  return id;
};
const serviceOf = async (id: string): Promise<string | null> =>
  ((await runner.query('SELECT service_id FROM sms_partner_call WHERE transaction_id = $1', [id])) as [{ service_id: string | null }])[0]
    .service_id;

describe('the migration', () => {
  it('has operators asked once more about charges that were given up within moments', async () => {
    await migration.down(runner);
    const [early, late, sent, refused] = [
      await charge('not_found', '5 seconds'),
      await charge('not_found', '10 minutes'),
      await charge('sent', '0'),
      await charge('refused', '1 second'),
    ];
    await migration.up(runner);
    expect([await stateOf(early), await stateOf(late), await stateOf(sent), await stateOf(refused)]).toEqual([
      'in_doubt true',
      'not_found',
      'sent true',
      'refused',
    ]);
    await migration.up(runner); // as after one that was interrupted
    expect(await stateOf(early)).toBe('in_doubt true');
    await migration.down(runner);
    expect(await stateOf(early)).toBe('not_found');
    await migration.up(runner);
  });

  it('gives partners’ calls that wait their service, those of the version before too', async () => {
    await migration.down(runner);
    const [waiting, answered] = [await partnerCall('waiting'), await partnerCall('answered')];
    await migration.up(runner);
    expect([await serviceOf(waiting), await serviceOf(answered)]).toEqual(['shop1', null]);
    expect(await serviceOf(await partnerCall('waiting'))).toBe('shop1'); // inserted as before
  });
});
