import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partners, tokens, services with their keys, the movable clock, state history and the partition maker. */
export class Platform1790000000001 implements MigrationInterface {
  readonly name = 'Platform1790000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(PARTITIONS);
    await queryRunner.query(PARTNERS);
    await queryRunner.query(SERVICES);
    await queryRunner.query(CLOCK);
    await queryRunner.query(HISTORY);
    await queryRunner.query(RATE_LIMIT);
  }

  down(): Promise<void> {
    throw new Error('The first migration is not taken back: drop the database instead.');
  }
}

// The application role may not create tables; this function runs as the owner. A month whose rows already sit in the
// default partition keeps them there: nothing is ever refused for want of a partition.
const PARTITIONS = `
  CREATE FUNCTION ensure_month_partitions(parent text, months integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    start timestamptz;
    child text;
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(format('public.%I', parent))) THEN
      RAISE EXCEPTION '% is not a partitioned table', parent;
    END IF;
    FOR i IN 0..least(months, 24) LOOP
      start := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + make_interval(months => i);
      child := format('%s_%s', parent, to_char(start AT TIME ZONE 'UTC', 'YYYY_MM'));
      IF to_regclass(format('public.%I', child)) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent, start, start + interval '1 month');
        EXCEPTION WHEN check_violation OR duplicate_table THEN NULL;
        END;
      END IF;
    END LOOP;
  END $$;`;

const PARTNERS = `
  CREATE TABLE partner (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    demo boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    CONSTRAINT partner_name_length CHECK (char_length(name) BETWEEN 1 AND 120)
  );
  CREATE UNIQUE INDEX partner_one_demo ON partner (demo) WHERE demo;

  CREATE TABLE access_token (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partner (id),
    name text NOT NULL,
    token_hash bytea NOT NULL,
    abilities text[] NOT NULL,
    allowed_networks text[] NOT NULL DEFAULT '{}',
    service_ids text[] NOT NULL DEFAULT '{}',
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT access_token_hash_unique UNIQUE (token_hash),
    CONSTRAINT access_token_hash_sha256 CHECK (octet_length(token_hash) = 32),
    CONSTRAINT access_token_has_abilities CHECK (cardinality(abilities) > 0)
  );
  CREATE INDEX access_token_of_partner ON access_token (partner_id);`;

const SERVICES = `
  CREATE TABLE service (
    id text PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partner (id),
    area text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    notify_url text,
    amount_rendering text NOT NULL DEFAULT 'two-decimals',
    retry_schedule_seconds integer[],
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT service_id_form CHECK (id ~ '^[0-9a-f]{8}$'),
    CONSTRAINT service_area_known CHECK (area IN ('sms', 'directbilling', 'payment')),
    CONSTRAINT service_name_length CHECK (char_length(name) BETWEEN 1 AND 120),
    CONSTRAINT service_status_known CHECK (status IN ('service_new', 'service_active', 'service_blocked', 'service_rejected',
      'service_verify', 'service_ongoing_registration')),
    CONSTRAINT service_amount_rendering_known CHECK (amount_rendering IN ('two-decimals', 'shortest')),
    CONSTRAINT service_retry_schedule_usable CHECK (retry_schedule_seconds IS NULL
      OR (cardinality(retry_schedule_seconds) BETWEEN 1 AND 50 AND 0 <= ALL (retry_schedule_seconds)))
  );
  CREATE INDEX service_of_partner ON service (partner_id, area, created_at, id);

  CREATE TABLE service_key (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    purpose text NOT NULL,
    ciphertext bytea NOT NULL,
    encryption_key_version integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz,
    CONSTRAINT service_key_purpose_known CHECK (purpose IN ('ipn', 'webhook')),
    CONSTRAINT service_key_validity CHECK (valid_until IS NULL OR valid_until > valid_from)
  );
  CREATE INDEX service_key_of_service ON service_key (service_id, purpose, valid_from);
  CREATE UNIQUE INDEX service_key_one_open ON service_key (service_id, purpose) WHERE valid_until IS NULL;`;

const CLOCK = `
  CREATE TABLE business_clock (
    id boolean PRIMARY KEY DEFAULT true,
    offset_ms bigint NOT NULL DEFAULT 0,
    CONSTRAINT business_clock_single_row CHECK (id),
    CONSTRAINT business_clock_ahead CHECK (offset_ms >= 0)
  );
  INSERT INTO business_clock DEFAULT VALUES;
  CREATE FUNCTION business_clock_forward_only() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' OR NEW.offset_ms < OLD.offset_ms THEN
      RAISE EXCEPTION 'business time only moves forward' USING ERRCODE = 'check_violation', CONSTRAINT = 'business_clock_forward_only';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER business_clock_forward_only BEFORE UPDATE OR DELETE ON business_clock FOR EACH ROW EXECUTE FUNCTION business_clock_forward_only();`;

const HISTORY = `
  CREATE TABLE state_history (
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    from_status text,
    to_status text NOT NULL,
    reason text NOT NULL,
    at timestamptz NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (subject_id, sequence, at)
  ) PARTITION BY RANGE (at);
  CREATE TABLE state_history_default PARTITION OF state_history DEFAULT;
  SELECT ensure_month_partitions('state_history', 3);`;

const RATE_LIMIT = `
  CREATE TABLE rate_limit (
    key text PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  );
  CREATE INDEX rate_limit_expiry ON rate_limit (expire);`;
