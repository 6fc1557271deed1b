import { SchemaPart } from '../schema/schema-part.js';

/** Monthly partitions, the business clock, counters of rate limits. */
export class Runtime1820000000001 extends SchemaPart {
  readonly name = 'Runtime1820000000001';

  protected statements(): string[] {
    return [MONTHS, CLOCK, RATE_LIMIT];
  }
}

// The application role may not create tables; this function runs as the owner. Months are those of UTC, whatever the session's time zone: with
// summer time, months would end an hour before or after the next one. When the default partition has rows of the month, or another partition
// overlaps it, no partition is created, and rows go to the default partition.
const MONTHS = `
  CREATE FUNCTION ensure_month_partitions(parent text, months integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    start timestamptz;
    child text;
    referred regclass;
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(format('public.%I', parent))) THEN
      RAISE EXCEPTION '% is not a partitioned table', parent;
    END IF;
    FOR i IN 0..least(months, 24) LOOP
      start := date_trunc('month', now()) + make_interval(months => i);
      child := format('%s_%s', parent, to_char(start, 'YYYY_MM'));
      IF to_regclass(format('public.%I', child)) IS NULL THEN
        -- Referenced tables are locked first, in the order of those who write to the table, so that neither blocks the other.
        FOR referred IN SELECT DISTINCT confrelid FROM pg_constraint WHERE conrelid = format('public.%I', parent)::regclass AND contype = 'f' LOOP
          EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', referred);
        END LOOP;
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent, start, start + interval '1 month');
        EXCEPTION WHEN check_violation OR duplicate_table OR invalid_object_definition THEN NULL;
        END;
      END IF;
    END LOOP;
  END $$;
  REVOKE EXECUTE ON FUNCTION ensure_month_partitions FROM PUBLIC;`;

const CLOCK = `
  CREATE TABLE business_clock (
    id boolean PRIMARY KEY DEFAULT true,
    offset_ms bigint NOT NULL DEFAULT 0,
    CONSTRAINT business_clock_single_row CHECK (id),
    CONSTRAINT business_clock_ahead CHECK (offset_ms >= 0)
  );
  INSERT INTO business_clock DEFAULT VALUES;
  CREATE FUNCTION business_clock_forward_only() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR NEW.offset_ms < OLD.offset_ms THEN
      RAISE EXCEPTION 'business time only moves forward' USING ERRCODE = 'check_violation', CONSTRAINT = 'business_clock_forward_only';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER business_clock_forward_only BEFORE UPDATE OR DELETE ON business_clock FOR EACH ROW EXECUTE FUNCTION business_clock_forward_only();`;

const RATE_LIMIT = `
  CREATE TABLE rate_limit (
    key text PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  );
  CREATE INDEX rate_limit_expiry ON rate_limit (expire);`;
