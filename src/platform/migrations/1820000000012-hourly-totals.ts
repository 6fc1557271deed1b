import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** What was paid and what failed in each hour, summed by a worker from the history of states, which it reads in the order of transactions. */
export class HourlyTotals1820000000012 extends SchemaPart {
  readonly name = 'HourlyTotals1820000000012';

  protected statements(): string[] {
    return [TABLES];
  }
}

// service_id '': the total of all services.
const TABLES = `
  CREATE TABLE hourly_total (
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
  CREATE INDEX hourly_total_by_hour ON hourly_total (hour);
  CREATE TABLE hourly_total_progress (
    log text PRIMARY KEY,
    last_xid xid8 NOT NULL
  );
  INSERT INTO hourly_total_progress (log, last_xid)
  SELECT log, (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text::xid8 FROM unnest(ARRAY['state_history', 'ledger_entry']) AS log;`;
