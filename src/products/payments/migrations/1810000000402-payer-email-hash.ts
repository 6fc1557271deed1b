import type { QueryRunner } from 'typeorm';
import {
  addCheckConstraint,
  alterWithLockRetry,
  OnlineMigration,
  createIndexConcurrently,
} from '../../../runtime/database/schema/online-migration.js';

/** Staff find a payment by its payer's e-mail address through a keyed hash, which goes when the payer is erased. */
export class PayerEmailHash1810000000402 extends OnlineMigration {
  readonly name = 'PayerEmailHash1810000000402';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, 'ALTER TABLE payment_transaction ADD COLUMN IF NOT EXISTS email_hash bytea');
    await runner.query(ERASED);
    await alterWithLockRetry(runner, ERASED_TRIGGER);
    await addCheckConstraint(runner, 'payment_transaction', 'payment_transaction_email_hash_form', 'CHECK (octet_length(email_hash) = 32)');
    await addCheckConstraint(
      runner,
      'payment_transaction',
      'payment_transaction_erased_without_hash',
      'CHECK (erased_at IS NULL OR email_hash IS NULL)',
    );
    await createIndexConcurrently(
      runner,
      'payment_transaction_by_email',
      'payment_transaction (email_hash, service_id, created_at, id) WHERE email_hash IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'payment_transaction_email_unhashed',
      `payment_transaction (service_id, lower(customer->>'email'), created_at, id) WHERE email_hash IS NULL AND customer->>'email' IS NOT NULL`,
    );
  }
}

// The hash is made with a key that the database does not have, so a payment of an earlier version has none: its address is in an index of its own.
const ERASED = `
  CREATE OR REPLACE FUNCTION payment_erase_email_hash() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.email_hash := NULL;
    RETURN NEW;
  END $$`;

const ERASED_TRIGGER = `
  DROP TRIGGER IF EXISTS payment_transaction_erase_email_hash ON payment_transaction;
  CREATE TRIGGER payment_transaction_erase_email_hash BEFORE UPDATE OF erased_at ON payment_transaction
    FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION payment_erase_email_hash()`;
