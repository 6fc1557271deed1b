import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets old attempts of notifications, and what the simulated parties keep, be cleared. */
export class Retention1790000000015 implements MigrationInterface {
  readonly name = 'Retention1790000000015';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const text of [MONTHS_IN_UTC, DROP_MONTH, DEFAULT_BY_AGE, SANDBOX_BY_AGE]) await queryRunner.query(text);
  }

  /** Months go on being made in UTC. */
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of SANDBOX_TABLES) await queryRunner.query(`ALTER TABLE sandbox.${table} DROP COLUMN made_at`);
    await queryRunner.query('DROP INDEX webhook_attempt_default_age');
    await queryRunner.query('DROP FUNCTION drop_webhook_attempt_month');
  }
}

// As before, but in UTC whatever the session's time zone: a month added to a moment is a month there, and where that has summer
// time, months ended an hour before or after the next one. A month that such a neighbour reaches into stays in the default
// partition, as one whose rows already sit there does.
const MONTHS_IN_UTC = `
  CREATE OR REPLACE FUNCTION ensure_month_partitions(parent text, months integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    start timestamptz;
    child text;
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(format('public.%I', parent))) THEN
      RAISE EXCEPTION '% is not a partitioned table', parent;
    END IF;
    FOR i IN 0..least(months, 24) LOOP
      start := date_trunc('month', now()) + make_interval(months => i);
      child := format('%s_%s', parent, to_char(start, 'YYYY_MM'));
      IF to_regclass(format('public.%I', child)) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent, start, start + interval '1 month');
        EXCEPTION WHEN check_violation OR duplicate_table OR invalid_object_definition THEN NULL;
        END;
      END IF;
    END LOOP;
  END $$;`;

// The application role may not drop tables; this function runs as the owner, and drops months of this one table alone, never
// the latest ones. One month for each call, so that the locks on the whole table are held for one drop. A partition is
// dropped and not detached: detaching would make its foreign key one of its own, which locks the deliveries as well.
// The bounds tell the months and not the names: a partition that somebody attached by hand goes when all of it is old.
const DROP_MONTH = `
  CREATE FUNCTION drop_webhook_attempt_month(keep_months integer) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    oldest text;
  BEGIN
    IF coalesce(keep_months, 0) < 1 THEN
      RAISE EXCEPTION 'attempts are kept for one month at least' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF NOT pg_try_advisory_xact_lock(hashtext('drop_webhook_attempt_month')) THEN
      RETURN NULL;
    END IF;
    SELECT name INTO oldest FROM (
      SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)')::timestamptz AS ended_at
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'public.webhook_attempt'::regclass AND c.relnamespace = 'public'::regnamespace
    ) AS month
    WHERE ended_at <= date_trunc('month', now()) - make_interval(months => keep_months)
    ORDER BY ended_at LIMIT 1;
    IF oldest IS NOT NULL THEN
      EXECUTE format('DROP TABLE public.%I', oldest);
    END IF;
    RETURN oldest;
  END $$;
  REVOKE EXECUTE ON FUNCTION drop_webhook_attempt_month FROM PUBLIC;`;

// The default partition is empty unless months were not made in time, so its index costs nothing.
const DEFAULT_BY_AGE = `
  CREATE INDEX webhook_attempt_default_age ON webhook_attempt_default (started_at);`;

const SANDBOX_TABLES = ['text_message', 'payer_code', 'operator_charge'];

// System time. The other times of these rows are business time, by which everything is old as soon as the clock is moved far ahead.
const SANDBOX_BY_AGE = SANDBOX_TABLES.map(
  (table) => `
  ALTER TABLE sandbox.${table} ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();
  CREATE INDEX ${table}_age ON sandbox.${table} (made_at);`,
).join('');
