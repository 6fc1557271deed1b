import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/**
 * Unique indexes by name, with their columns and condition. Locks of the program prevent such conflicts already.
 * Therefore tests of behaviour do not notice when one of these indexes is missing.
 */
const UNIQUE_INDEXES = {
  direct_billing_charge_one_live: "(transaction_id) WHERE (state = ANY (ARRAY['sent'::text, 'accepted'::text, 'booked'::text]))",
  webhook_delivery_one_due_per_subject: '(subject_id) WHERE (next_attempt_at IS NOT NULL)',
  ledger_entry_once: '(reference, kind)',
  ledger_account_partner_unique: '(partner_id, kind, currency, test) WHERE (partner_id IS NOT NULL)',
  ledger_account_platform_unique: '(kind, currency, test) WHERE (partner_id IS NULL)',
  sms_transaction_message_once: '(message_id)',
  sms_transaction_code_once: "(service_id, code) WHERE (code <> ''::text)",
  sms_pack_code_message_once: '(message_id) WHERE (message_id IS NOT NULL)',
  sms_service_keyword_once: '(keyword)',
  partner_one_demo: '(demo) WHERE demo',
  service_key_one_open: '(service_id, purpose) WHERE (valid_until IS NULL)',
  access_token_hash_unique: '(token_hash)',
};

describe('the database', () => {
  it.each(Object.entries(UNIQUE_INDEXES))('has the unique index %s', async (name, definition) => {
    const { rows } = await owner.query('SELECT indexdef FROM pg_indexes WHERE indexname = $1', [name]);
    expect(rows).toEqual([{ indexdef: expect.stringMatching(/^CREATE UNIQUE INDEX /) }]);
    expect(rows[0].indexdef.replaceAll(' COLLATE "C"', '')).toContain(`USING btree ${definition}`);
  });

  it('rejects a second due delivery of a subject', async () => {
    await owner.query(`
      INSERT INTO partner (id, name, created_at) VALUES ('00000000-0000-7000-8000-000000000001', 'Shop', now());
      INSERT INTO service (id, partner_id, area, name, status, created_at, updated_at)
      VALUES ('aaaaaaaa', '00000000-0000-7000-8000-000000000001', 'sms', 'Points', 'service_active', now(), now());
      INSERT INTO webhook_subject (subject_id, service_id, latest_event_id, unfinished_count) VALUES ('one', 'aaaaaaaa', gen_random_uuid(), 2);
      INSERT INTO webhook_event (id, service_id, subject_id, type, body, signed_text, occurred_at, created_at)
      SELECT ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'aaaaaaaa', 'one', 'test', '{}', '', now(), now() FROM generate_series(1, 2) AS n`);
    const insertDueDelivery = (id: number): Promise<unknown> =>
      owner.query(
        `INSERT INTO webhook_delivery (event_id, service_id, subject_id, created_at, next_attempt_at)
         VALUES (('00000000-0000-7000-8000-00000000000' || $1)::uuid, 'aaaaaaaa', 'one', now(), now())`,
        [id],
      );
    await insertDueDelivery(1);
    await expect(insertDueDelivery(2)).rejects.toMatchObject({ constraint: 'webhook_delivery_one_due_per_subject' });
  });
});
