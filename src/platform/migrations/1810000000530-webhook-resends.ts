import type { QueryRunner } from 'typeorm';
import { OnlineMigration } from '../../runtime/database/schema/online-migration.js';

/** Notifications of a filter that a person has sent again; a worker does it in batches. */
export class WebhookResends1810000000530 extends OnlineMigration {
  readonly name = 'WebhookResends1810000000530';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }
}

// `partner_id` and `service_ids` are the scope of the person who asked: a batch never reaches beyond it. Deliveries made after the count are left
// out, and `last_sequence` is how far the work is, so that another worker goes on where one was killed.
const TABLE = `
  CREATE TABLE IF NOT EXISTS webhook_resend (
    id uuid PRIMARY KEY,
    partner_id uuid REFERENCES partner (id),
    service_ids text[],
    search jsonb NOT NULL,
    found integer NOT NULL,
    done integer NOT NULL DEFAULT 0,
    resent integer NOT NULL DEFAULT 0,
    last_sequence bigint NOT NULL DEFAULT 0,
    until_sequence bigint NOT NULL,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    CONSTRAINT webhook_resend_counted CHECK (found >= 0 AND resent >= 0 AND done >= resent)
  );
  CREATE INDEX IF NOT EXISTS webhook_resend_open ON webhook_resend (created_at, id) WHERE finished_at IS NULL`;
