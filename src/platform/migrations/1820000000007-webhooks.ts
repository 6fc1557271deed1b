import { SchemaPart } from '../../runtime/database/schema/schema-part.js';
import { CLAIM_FUNCTION } from '../webhooks/sql/claim.js';
import { ENDPOINT_ADDRESS_CHANGED } from '../webhooks/sql/endpoint-address-changed.js';
import { RECORD } from '../webhooks/sql/record.js';
import { RELEASE_CLAIM_FUNCTION } from '../webhooks/sql/release-claim.js';

/** Notifications: the event, its delivery, every attempt, the FIFO group of each subject that keeps them in order, endpoints that fail. */
export class Webhooks1820000000007 extends SchemaPart {
  readonly name = 'Webhooks1820000000007';

  protected statements(): string[] {
    return [
      TABLES,
      ENDPOINTS,
      ENDPOINT_ADDRESS_CHANGED,
      ADDRESS_CHANGED,
      ATTEMPTS,
      DROP_MONTH,
      DEFAULT_BY_AGE,
      CLAIM_FUNCTION,
      RELEASE_CLAIM_FUNCTION,
      RECORD,
      RESENDS,
    ];
  }
}

// webhook_event is written once and changed only by erasure; sent_signature is then that of the body as it was sent. What changes with each attempt
// is in webhook_delivery.
// next_attempt_at: only the next delivery of a FIFO group has one, which the unique index ensures. During an attempt it is the end of the lease, so an
// expired lease is due again; claimed_due_at keeps the original time.
// tried_after_change: the id of the latest endpoint change (0: none) at the last attempt. Deliveries that wait for a retry since before the latest
// change are due at once; they have an index of their own, by age, so that a change updates no delivery.
// put_off_until: when the schedule would have retried a delivery that is tried earlier.
// Deliveries that ended without an acknowledgement are indexed by service, to be sent again together.
const TABLES = `
  CREATE TABLE webhook_event (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    subject_id text NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    signed_text text NOT NULL,
    occurred_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    trace_parent text,
    erased_at timestamptz,
    sent_signature text,
    CONSTRAINT webhook_event_body_is_object CHECK (body LIKE '{%}'),
    CONSTRAINT webhook_event_signature_of_erased CHECK (sent_signature IS NULL OR erased_at IS NOT NULL)
  );
  CREATE INDEX webhook_event_with_body ON webhook_event (created_at) WHERE body <> '{}';
  CREATE INDEX webhook_event_of_service ON webhook_event (service_id, created_at, id) INCLUDE (type);

  CREATE TABLE webhook_subject (
    subject_id text PRIMARY KEY,
    service_id text NOT NULL,
    latest_event_id uuid NOT NULL,
    latest_acknowledged boolean NOT NULL DEFAULT false,
    attempt_count integer NOT NULL DEFAULT 0,
    last_attempt_at timestamptz,
    unfinished_count integer NOT NULL,
    CONSTRAINT webhook_subject_attempts_known CHECK ((attempt_count = 0) = (last_attempt_at IS NULL)),
    CONSTRAINT webhook_subject_unfinished_counted CHECK (unfinished_count >= 0)
  ) WITH (fillfactor = 80);

  CREATE TABLE webhook_delivery (
    event_id uuid PRIMARY KEY REFERENCES webhook_event (id),
    service_id text NOT NULL,
    subject_id text NOT NULL REFERENCES webhook_subject (subject_id),
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    status text NOT NULL DEFAULT 'pending',
    attempt_count integer NOT NULL DEFAULT 0,
    round_attempt_count integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    lease_until timestamptz,
    claimed_due_at timestamptz,
    put_off_until timestamptz,
    acknowledged_at timestamptz,
    created_at timestamptz NOT NULL,
    tried_after_change bigint NOT NULL DEFAULT 0,
    CONSTRAINT webhook_delivery_status_known CHECK (status IN ('pending', 'acknowledged', 'exhausted', 'stopped', 'unaddressed')),
    CONSTRAINT webhook_delivery_due_is_pending CHECK (next_attempt_at IS NULL OR status = 'pending'),
    CONSTRAINT webhook_delivery_lease_is_due CHECK (lease_until IS NULL OR (next_attempt_at IS NOT NULL AND next_attempt_at = lease_until)),
    CONSTRAINT webhook_delivery_lease_was_due CHECK (lease_until IS NULL OR claimed_due_at IS NOT NULL),
    CONSTRAINT webhook_delivery_acknowledged_when CHECK (status <> 'acknowledged' OR acknowledged_at IS NOT NULL),
    CONSTRAINT webhook_delivery_round_of_attempts CHECK (round_attempt_count BETWEEN 0 AND attempt_count)
  );
  CREATE UNIQUE INDEX webhook_delivery_one_due_per_subject ON webhook_delivery (subject_id) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (service_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_delivery_under_way ON webhook_delivery (service_id, lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX webhook_delivery_put_off ON webhook_delivery (service_id, tried_after_change, sequence)
    WHERE next_attempt_at <> created_at AND lease_until IS NULL;
  CREATE INDEX webhook_delivery_of_subject ON webhook_delivery (subject_id, sequence);
  CREATE INDEX webhook_delivery_of_service ON webhook_delivery (service_id, sequence);
  CREATE INDEX webhook_delivery_not_acknowledged ON webhook_delivery (service_id, sequence) WHERE status IN ('exhausted', 'stopped', 'unaddressed');`;

// A row exists only for an endpoint that has failed since its last acknowledgement, or that a person has paused (held), so that working endpoints have
// no row to lock. Only this row says that an endpoint is paused. A change of the address may have no failure before it.
const ENDPOINTS = `
  CREATE TABLE webhook_endpoint (
    service_id text PRIMARY KEY REFERENCES service (id),
    first_failure_at timestamptz NOT NULL,
    last_failure_at timestamptz NOT NULL,
    failed_tries integer NOT NULL DEFAULT 1,
    paused_at timestamptz,
    next_probe_at timestamptz,
    held boolean NOT NULL DEFAULT false,
    CONSTRAINT webhook_endpoint_failed CHECK ((failed_tries > 0 OR held AND failed_tries = 0) AND last_failure_at >= first_failure_at),
    CONSTRAINT webhook_endpoint_paused_is_probed CHECK ((paused_at IS NULL) = (next_probe_at IS NULL)),
    CONSTRAINT webhook_endpoint_held_is_paused CHECK (NOT held OR paused_at IS NOT NULL)
  );

  CREATE TABLE webhook_endpoint_change (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    state text NOT NULL,
    at timestamptz NOT NULL,
    first_failure_at timestamptz,
    failed_tries integer,
    CONSTRAINT webhook_endpoint_change_state_known CHECK (state IN ('paused', 'resumed', 'recovered', 'moved')),
    CONSTRAINT webhook_endpoint_change_failed_before CHECK (state = 'moved' OR (first_failure_at IS NOT NULL AND failed_tries IS NOT NULL))
  );
  CREATE INDEX webhook_endpoint_change_of_service ON webhook_endpoint_change (service_id, id);`;

const ADDRESS_CHANGED = `
  CREATE TRIGGER webhook_endpoint_address_changed AFTER UPDATE OF notify_url ON service
    FOR EACH ROW WHEN (OLD.notify_url IS DISTINCT FROM NEW.notify_url) EXECUTE FUNCTION webhook_endpoint_address_changed();`;

const ATTEMPTS = `
  CREATE TABLE webhook_attempt (
    event_id uuid NOT NULL REFERENCES webhook_delivery (event_id),
    number integer NOT NULL,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    outcome text,
    http_status integer,
    response_excerpt text,
    duration_ms integer,
    error_code text,
    PRIMARY KEY (event_id, number, started_at),
    CONSTRAINT webhook_attempt_numbered CHECK (number > 0),
    CONSTRAINT webhook_attempt_outcome_known CHECK (outcome IN ('acknowledged', 'not_acknowledged', 'gone', 'failed')),
    CONSTRAINT webhook_attempt_finished_with_outcome CHECK ((finished_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT webhook_attempt_excerpt_length CHECK (octet_length(response_excerpt) <= 16384)
  ) PARTITION BY RANGE (started_at);
  CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;
  SELECT ensure_month_partitions('webhook_attempt', 3);`;

// The application role may not drop tables; this function runs as the owner, and drops months of this table only, never the latest ones. One month for
// each call limits how long the table is locked. Detaching would lock the deliveries, too, because the partition would get a foreign key of its own.
// The age of a partition is read from its bounds, not from its name.
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

// The default partition is empty unless months were not created in time, so its index costs nothing.
const DEFAULT_BY_AGE = `
  CREATE INDEX webhook_attempt_default_age ON webhook_attempt_default (started_at);`;

// Sends all notifications again that match a person's search; a worker does it in batches. partner_id and service_ids: the scope of that person, which
// the batches never exceed. Deliveries created after the count are left out. last_sequence: the progress, so that another worker can continue.
const RESENDS = `
  CREATE TABLE webhook_resend (
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
  CREATE INDEX webhook_resend_open ON webhook_resend (created_at, id) WHERE finished_at IS NULL;`;
