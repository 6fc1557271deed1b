import type { QueryRunner } from 'typeorm';
import {
  addCheckConstraint,
  alterWithLockRetry,
  OnlineMigration,
  createIndexConcurrently,
} from '../../../runtime/database/schema/online-migration.js';

/** A payment knows the link that it was begun with. */
export class PaymentsOfLinks1810000000631 extends OnlineMigration {
  readonly name = 'PaymentsOfLinks1810000000631';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, 'ALTER TABLE payment_transaction ADD COLUMN IF NOT EXISTS link_id uuid');
    await addCheckConstraint(
      runner,
      'payment_transaction',
      'payment_transaction_link_known',
      'FOREIGN KEY (link_id) REFERENCES payment_link (id)',
    );
    await runner.query(TAKES);
    await runner.query(ERASED);
    await alterWithLockRetry(runner, TRIGGERS);
    await createIndexConcurrently(
      runner,
      'payment_transaction_of_link',
      'payment_transaction (link_id, created_at, id) WHERE link_id IS NOT NULL',
    );
  }
}

// The lock puts the payments of a single link behind each other, so the second sees the first. Payments of other links share their link's lock
// with each other: only an end of the link waits for them, and they for it.
const TAKES = `
  CREATE OR REPLACE FUNCTION payment_link_takes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    link payment_link;
  BEGIN
    SELECT * INTO link FROM payment_link WHERE id = NEW.link_id;
    IF link.single_use THEN
      SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR NO KEY UPDATE;
    ELSE
      SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR SHARE;
    END IF;
    IF (NEW.service_id, NEW.currency) IS DISTINCT FROM (link.service_id, link.currency)
       OR NEW.amount_minor NOT BETWEEN coalesce(link.amount_minor, link.min_minor, 1) AND coalesce(link.amount_minor, link.max_minor, NEW.amount_minor) THEN
      RAISE EXCEPTION 'link % asks for something else', link.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_asked_for';
    END IF;
    IF link.status <> 'link_active' OR link.expires_at <= NEW.created_at THEN
      RAISE EXCEPTION 'link % has ended', link.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_has_ended';
    END IF;
    IF link.single_use AND EXISTS (SELECT FROM payment_transaction t WHERE t.link_id = link.id
         AND t.status NOT IN ('transaction_failure', 'transaction_expired', 'transaction_canceled')) THEN
      RAISE EXCEPTION 'link % is for one payment', link.id USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_link_used_once';
    END IF;
    RETURN NEW;
  END $$`;

// What a single link says is about its one payer, and goes with the payment. The texts of a link that still waits for its payer stay.
const ERASED = `
  CREATE OR REPLACE FUNCTION payment_link_erase() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE payment_link SET description = NULL, control = NULL WHERE id = NEW.link_id AND single_use
      AND NEW.status NOT IN ('transaction_failure', 'transaction_expired', 'transaction_canceled');
    RETURN NULL;
  END $$`;

const TRIGGERS = `
  DROP TRIGGER IF EXISTS payment_transaction_link_takes ON payment_transaction;
  CREATE TRIGGER payment_transaction_link_takes BEFORE INSERT ON payment_transaction
    FOR EACH ROW WHEN (NEW.link_id IS NOT NULL) EXECUTE FUNCTION payment_link_takes();
  DROP TRIGGER IF EXISTS payment_transaction_erase_link ON payment_transaction;
  CREATE TRIGGER payment_transaction_erase_link AFTER UPDATE OF erased_at ON payment_transaction
    FOR EACH ROW WHEN (NEW.link_id IS NOT NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION payment_link_erase()`;
