import type { QueryRunner } from 'typeorm';
import { alterWithLockRetry, OnlineMigration } from '../../runtime/database/schema/online-migration.js';
import { ENDPOINT_ADDRESS_CHANGED } from '../webhooks/sql/endpoint-address-changed.js';
import { RELEASE_CLAIM_FUNCTION } from '../webhooks/sql/release-claim.js';
import { RECORD } from '../webhooks/sql/record.js';

/** Somebody may pause an endpoint until further notice. Such a row need not have failed. */
export class HeldEndpoints1810000000531 extends OnlineMigration {
  readonly name = 'HeldEndpoints1810000000531';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, COLUMN);
    for (const text of [RECORD, RELEASE_CLAIM_FUNCTION, ENDPOINT_ADDRESS_CHANGED]) await runner.query(text);
  }
}

const COLUMN = `
  ALTER TABLE webhook_endpoint
    ADD COLUMN IF NOT EXISTS held boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT IF EXISTS webhook_endpoint_failed,
    DROP CONSTRAINT IF EXISTS webhook_endpoint_held_is_paused,
    ADD CONSTRAINT webhook_endpoint_failed CHECK ((failed_tries > 0 OR held AND failed_tries = 0) AND last_failure_at >= first_failure_at),
    ADD CONSTRAINT webhook_endpoint_held_is_paused CHECK (NOT held OR paused_at IS NOT NULL)`;
