import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';

const RETENTION_DAYS = 30;
const BATCH_SIZE = 1_000;

// Parameters: time before which rows were created, maximum number of rows. Locked rows are skipped.
const MESSAGES = deleteOldRowsOf('sandbox.text_message');
const CODES = deleteOldRowsOf('sandbox.payer_code');
const BANK_CODES = deleteOldRowsOf('sandbox.bank_app_code');

/** Charges with their callbacks. A charge stays while one of its callbacks was not delivered. */
const CHARGES = `
  WITH old AS (
    SELECT c.operator, c.charge_reference FROM sandbox.operator_charge c
    WHERE c.made_at < $1 AND NOT EXISTS (SELECT FROM sandbox.operator_callback r
      WHERE r.operator = c.operator AND r.charge_reference = c.charge_reference AND r.announced AND r.delivered_at IS NULL)
    ORDER BY c.made_at LIMIT $2 FOR UPDATE OF c SKIP LOCKED
  ), reports AS (
    DELETE FROM sandbox.operator_callback r USING old WHERE r.operator = old.operator AND r.charge_reference = old.charge_reference
  )
  DELETE FROM sandbox.operator_charge c USING old WHERE c.operator = old.operator AND c.charge_reference = old.charge_reference`;

/** Payments with their steps, refunds and codes. A payment stays while one of its callbacks was not delivered. */
const PAYMENTS = `
  WITH old AS (
    SELECT p.id FROM sandbox.acquirer_payment p
    WHERE p.made_at < $1 AND NOT EXISTS (SELECT FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.announced AND s.delivered_at IS NULL)
    ORDER BY p.made_at LIMIT $2 FOR UPDATE OF p SKIP LOCKED
  ), steps AS (
    DELETE FROM sandbox.acquirer_step s USING old WHERE s.payment_id = old.id
  ), refunds AS (
    DELETE FROM sandbox.acquirer_refund r USING old WHERE r.payment_id = old.id
  ), codes AS (
    DELETE FROM sandbox.acquirer_code c USING old WHERE c.payment_id = old.id
  )
  DELETE FROM sandbox.acquirer_payment p USING old WHERE p.id = old.id`;

/**
 * Mandates that were not used for a long time. An undelivered callback keeps a mandate, but not the callback about its expiry, which may be
 * years ahead.
 */
const MANDATES = `
  WITH old AS (
    SELECT a.id FROM sandbox.acquirer_mandate a
    WHERE a.used_at < $1 AND NOT EXISTS (SELECT FROM sandbox.acquirer_mandate_step s
      WHERE s.mandate_id = a.id AND s.announced AND s.delivered_at IS NULL AND s.state <> 'EXPIRED')
    ORDER BY a.used_at LIMIT $2 FOR UPDATE OF a SKIP LOCKED
  ), steps AS (
    DELETE FROM sandbox.acquirer_mandate_step s USING old WHERE s.mandate_id = old.id
  )
  DELETE FROM sandbox.acquirer_mandate a USING old WHERE a.id = old.id`;

/** Notifications with all their deliveries, by the age of the latest delivery. */
const NOTIFICATIONS = `
  WITH old AS (
    SELECT id FROM sandbox.inbox_notification WHERE last_received_at < $1 ORDER BY last_received_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), attempts AS (
    DELETE FROM sandbox.inbox_attempt a USING old WHERE a.notification_id = old.id
  )
  DELETE FROM sandbox.inbox_notification n USING old WHERE n.id = old.id`;

/** Deletes the sandbox's rows after 30 days of system time. A move of business time does not make rows old. */
@Injectable()
export class CleanupService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly system: SystemClock,
  ) {}

  /** @param signal ends the work between two batches. */
  async run(signal: AbortSignal): Promise<void> {
    const madeBefore = new Date(this.system.now().getTime() - RETENTION_DAYS * 86_400_000);
    for (const statement of [MESSAGES, CODES, CHARGES, PAYMENTS, MANDATES, BANK_CODES, NOTIFICATIONS]) {
      while (!signal.aborted && (await this.deleteBatch(statement, madeBefore)) === BATCH_SIZE);
    }
  }

  private async deleteBatch(statement: string, madeBefore: Date): Promise<number> {
    const [, deleted] = await withoutStatementTimeout(this.dataSource, (tx) =>
      tx.query<[unknown[], number]>(statement, [madeBefore, BATCH_SIZE]),
    );
    return deleted;
  }
}

function deleteOldRowsOf(table: string): string {
  return `
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE made_at < $1 ORDER BY made_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;
}
