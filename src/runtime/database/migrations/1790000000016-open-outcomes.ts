import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No charge whose outcome is open is forgotten, and partners' programs are called service by service. Each statement is a
 * transaction of its own, so that none keeps its lock while the next one reads a whole table, and may be run again.
 */
export class OpenOutcomes1790000000016 implements MigrationInterface {
  readonly name = 'OpenOutcomes1790000000016';
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const text of [...CHARGES, ...PARTNER_CALLS]) await queryRunner.query(text);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const text of [...PARTNER_CALLS_BEFORE, ...CHARGES_BEFORE]) await queryRunner.query(text);
  }
}

const STATES = ['sent', 'wrong_code', 'not_sent', 'not_found', 'accepted', 'refused', 'booked', 'reversal_due', 'reversed'];
const stateKnown = (states: string[]): string =>
  `ADD CONSTRAINT direct_billing_charge_state_known CHECK (state IN (${states.map((state) => `'${state}'`).join(', ')})) NOT VALID`;

const DROP_CHECKS = `
  DROP CONSTRAINT IF EXISTS direct_billing_charge_state_known,
  DROP CONSTRAINT IF EXISTS direct_billing_charge_open_is_asked,
  DROP CONSTRAINT IF EXISTS direct_billing_charge_not_found_in_time`;

// A call to an operator lasts a minute at most; not earlier than after twice that, not knowing a charge may end it. The program
// is more patient; the version before, which is not, asks again until then. It also goes on asking about charges in doubt.
// Those that were given up within moments may have been booked since: their operators are asked once more.
const CHARGES = [
  `ALTER TABLE direct_billing_charge ${DROP_CHECKS}, ${stateKnown([...STATES, 'in_doubt'])},
     ADD CONSTRAINT direct_billing_charge_open_is_asked CHECK ((state IN ('sent', 'accepted', 'in_doubt', 'reversal_due')) = (ask_at IS NOT NULL)) NOT VALID,
     ADD CONSTRAINT direct_billing_charge_not_found_in_time CHECK (state <> 'not_found' OR updated_at >= sent_at + interval '2 minutes') NOT VALID`,
  `UPDATE direct_billing_charge SET state = 'in_doubt', ask_at = sent_at, ask_count = 0 WHERE state = 'not_found' AND updated_at < sent_at + interval '5 minutes'`,
  `ALTER TABLE direct_billing_charge VALIDATE CONSTRAINT direct_billing_charge_state_known,
     VALIDATE CONSTRAINT direct_billing_charge_open_is_asked, VALIDATE CONSTRAINT direct_billing_charge_not_found_in_time`,
];

const CHARGES_BEFORE = [
  `ALTER TABLE direct_billing_charge ${DROP_CHECKS}`,
  `UPDATE direct_billing_charge SET state = 'not_found', ask_at = NULL WHERE state = 'in_doubt'`,
  `ALTER TABLE direct_billing_charge ${stateKnown(STATES)}`,
  'ALTER TABLE direct_billing_charge VALIDATE CONSTRAINT direct_billing_charge_state_known',
];

// Only calls that wait need their service, so the others, which are many, are left as they are. The trigger copies it, so that
// it cannot be another one than the transaction's, whichever version inserts.
const PARTNER_CALLS = [
  'ALTER TABLE sms_partner_call ADD COLUMN IF NOT EXISTS service_id text',
  `CREATE OR REPLACE FUNCTION sms_partner_call_service() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.service_id := (SELECT service_id FROM sms_transaction WHERE id = NEW.transaction_id);
     RETURN NEW;
   END $$`,
  'CREATE OR REPLACE TRIGGER sms_partner_call_service BEFORE INSERT ON sms_partner_call FOR EACH ROW EXECUTE FUNCTION sms_partner_call_service()',
  'UPDATE sms_partner_call c SET service_id = t.service_id FROM sms_transaction t WHERE t.id = c.transaction_id AND c.next_attempt_at IS NOT NULL',
  `ALTER TABLE sms_partner_call DROP CONSTRAINT IF EXISTS sms_partner_call_due_has_service,
     ADD CONSTRAINT sms_partner_call_due_has_service CHECK (next_attempt_at IS NULL OR service_id IS NOT NULL) NOT VALID`,
  'ALTER TABLE sms_partner_call VALIDATE CONSTRAINT sms_partner_call_due_has_service',
  'DROP INDEX CONCURRENTLY IF EXISTS sms_partner_call_due_of_service',
  'CREATE INDEX CONCURRENTLY sms_partner_call_due_of_service ON sms_partner_call (service_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL',
];

const PARTNER_CALLS_BEFORE = [
  'DROP TRIGGER sms_partner_call_service ON sms_partner_call',
  'DROP FUNCTION sms_partner_call_service',
  'ALTER TABLE sms_partner_call DROP COLUMN service_id',
];
