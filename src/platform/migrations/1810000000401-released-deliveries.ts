import type { QueryRunner } from 'typeorm';
import { alterWithLockRetry, OnlineMigration, createIndexConcurrently } from '../../runtime/database/schema/online-migration.js';
import { CLAIM_FUNCTION } from '../webhooks/sql/claim.js';
import { ENDPOINT_ADDRESS_CHANGED } from '../webhooks/sql/endpoint-address-changed.js';
import { RECORD } from '../webhooks/sql/record.js';

/**
 * After an outage that was too short for a pause, and at a new address, waiting deliveries are sent at once. Those that were given up are found
 * by their service, to be sent again together.
 */
export class ReleasedDeliveries1810000000401 extends OnlineMigration {
  readonly name = 'ReleasedDeliveries1810000000401';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, COLUMNS);
    for (const text of [CLAIM_FUNCTION, RECORD, ENDPOINT_ADDRESS_CHANGED]) await runner.query(text);
    await createIndexConcurrently(
      runner,
      'webhook_delivery_given_up',
      `webhook_delivery (service_id, sequence) WHERE status IN ('exhausted', 'stopped', 'unaddressed')`,
    );
  }
}

// `put_off_until` is when the schedule would have tried a delivery that is tried beside it. An address may change while its endpoint has not
// failed since the last acknowledgement.
const COLUMNS = `
  ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS put_off_until timestamptz;
  ALTER TABLE webhook_endpoint_change
    ALTER COLUMN first_failure_at DROP NOT NULL,
    ALTER COLUMN failed_tries DROP NOT NULL,
    DROP CONSTRAINT IF EXISTS webhook_endpoint_change_state_known,
    DROP CONSTRAINT IF EXISTS webhook_endpoint_change_failed_before,
    ADD CONSTRAINT webhook_endpoint_change_state_known CHECK (state IN ('paused', 'resumed', 'recovered', 'moved')),
    ADD CONSTRAINT webhook_endpoint_change_failed_before CHECK (state = 'moved' OR (first_failure_at IS NOT NULL AND failed_tries IS NOT NULL))`;
