import type { QueryRunner } from 'typeorm';
import { alterWithLockRetry, OnlineMigration, createIndexConcurrently } from '../../runtime/database/schema/online-migration.js';

/** What was paid and what failed in each hour, summed by a worker from the history of states, which it reads in the order of transactions. */
export class HourlyTotals1810000000600 extends OnlineMigration {
  readonly name = 'HourlyTotals1810000000600';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, STAMP);
    await alterWithLockRetry(runner, TABLES);
    // Partitions that are made from here on have the index.
    await alterWithLockRetry(runner, 'CREATE INDEX IF NOT EXISTS state_history_by_transaction ON ONLY state_history (created_xid)');
    for (const { partition } of (await runner.query(WITHOUT_INDEX)) as { partition: string }[]) {
      const index = `${partition}_created_xid_idx`;
      await createIndexConcurrently(runner, index, `${partition} (created_xid)`);
      await alterWithLockRetry(runner, `ALTER INDEX state_history_by_transaction ATTACH PARTITION ${index}`);
    }
  }
}

// Rows from before have none and are not summed: the totals begin here. A default in the same command would give those rows this transaction.
const STAMP = `
  ALTER TABLE state_history ADD COLUMN IF NOT EXISTS created_xid xid8;
  ALTER TABLE state_history ALTER COLUMN created_xid SET DEFAULT pg_current_xact_id();`;

// The sum over all services is kept beside those of each one, under an empty id. What transactions that are open now still write is summed.
const TABLES = `
  CREATE TABLE IF NOT EXISTS hourly_total (
    service_id text NOT NULL,
    hour timestamptz NOT NULL,
    test boolean NOT NULL,
    outcome text NOT NULL,
    channel text NOT NULL,
    reason text NOT NULL,
    currency text NOT NULL,
    count bigint NOT NULL,
    amount_minor bigint NOT NULL,
    PRIMARY KEY (service_id, hour, test, outcome, channel, reason, currency),
    CONSTRAINT hourly_total_outcome_known CHECK (outcome IN ('paid', 'failed')),
    CONSTRAINT hourly_total_only_failures_have_reasons CHECK ((outcome = 'paid') = (reason = '')),
    CONSTRAINT hourly_total_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT hourly_total_not_negative CHECK (count > 0 AND amount_minor >= 0)
  );
  CREATE INDEX IF NOT EXISTS hourly_total_by_hour ON hourly_total (hour);
  CREATE TABLE IF NOT EXISTS hourly_total_progress (
    log text PRIMARY KEY,
    last_xid xid8 NOT NULL
  );
  INSERT INTO hourly_total_progress (log, last_xid)
  SELECT log, (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text::xid8 FROM unnest(ARRAY['state_history', 'ledger_entry']) AS log
  ON CONFLICT DO NOTHING;`;

const WITHOUT_INDEX = `
  SELECT inhrelid::regclass::text AS partition FROM pg_inherits
  WHERE inhparent = 'state_history'::regclass AND inhrelid NOT IN (
    SELECT i.indrelid FROM pg_inherits a JOIN pg_index i ON i.indexrelid = a.inhrelid WHERE a.inhparent = 'state_history_by_transaction'::regclass
  )`;
