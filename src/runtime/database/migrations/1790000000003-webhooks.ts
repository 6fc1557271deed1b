import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications: the event, its delivery, every attempt, and the lane of each subject that keeps them in order. */
export class Webhooks1790000000003 implements MigrationInterface {
  readonly name = 'Webhooks1790000000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
    await queryRunner.query(ATTEMPTS);
    await queryRunner.query(CLAIM);
    await queryRunner.query(FINISH);
  }

  down(): Promise<void> {
    throw new Error('Notifications that partners were sent are not forgotten: drop the database instead.');
  }
}

// The event is written once; what changes with every attempt is the small row beside it. A delivery has a
// `next_attempt_at` only while it is its subject's turn, and the unique index says that this is one at a time. While an
// attempt is under way `next_attempt_at` is the end of its lease, so a lease nobody ended is due again by itself.
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
    CONSTRAINT webhook_event_body_is_object CHECK (body LIKE '{%}')
  );

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
  );

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
    acknowledged_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT webhook_delivery_status_known CHECK (status IN ('pending', 'acknowledged', 'exhausted', 'stopped', 'unaddressed')),
    CONSTRAINT webhook_delivery_due_is_pending CHECK (next_attempt_at IS NULL OR status = 'pending'),
    CONSTRAINT webhook_delivery_lease_is_due CHECK (lease_until IS NULL OR (next_attempt_at IS NOT NULL AND next_attempt_at = lease_until)),
    CONSTRAINT webhook_delivery_acknowledged_when CHECK (status <> 'acknowledged' OR acknowledged_at IS NOT NULL),
    CONSTRAINT webhook_delivery_round_of_attempts CHECK (round_attempt_count BETWEEN 0 AND attempt_count)
  );
  CREATE UNIQUE INDEX webhook_delivery_one_turn_per_subject ON webhook_delivery (subject_id) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_delivery_due ON webhook_delivery (service_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_delivery_under_way ON webhook_delivery (service_id, lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX webhook_delivery_of_subject ON webhook_delivery (subject_id, sequence);
  CREATE INDEX webhook_delivery_of_service ON webhook_delivery (service_id, sequence);`;

const ATTEMPTS = `
  CREATE TABLE webhook_attempt (
    event_id uuid NOT NULL REFERENCES webhook_delivery (event_id),
    number integer NOT NULL,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    outcome text,
    http_status integer,
    answer_excerpt text,
    duration_ms integer,
    error_code text,
    PRIMARY KEY (event_id, number, started_at),
    CONSTRAINT webhook_attempt_numbered CHECK (number > 0),
    CONSTRAINT webhook_attempt_outcome_known CHECK (outcome IN ('acknowledged', 'not_acknowledged', 'gone', 'failed')),
    CONSTRAINT webhook_attempt_finished_with_outcome CHECK ((finished_at IS NULL) = (outcome IS NULL)),
    CONSTRAINT webhook_attempt_excerpt_length CHECK (octet_length(answer_excerpt) <= 16384)
  ) PARTITION BY RANGE (started_at);
  CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;
  SELECT ensure_month_partitions('webhook_attempt', 3);`;

// One round trip. Claims of one endpoint take turns, because the cap is counted; the count needs a statement that begins
// after the lock is held, which is why this is a function. Rows that somebody appends to or records on are skipped, never
// waited for. Counting the attempt here, before anything is sent, is what makes notify.count true at all times.
const CLAIM = `
  CREATE FUNCTION webhook_claim(p_service_id text, p_at timestamptz, p_lease_until timestamptz, p_cap integer)
  RETURNS TABLE (event_id uuid, attempt_number integer, round_attempt_count integer)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  #variable_conflict use_column
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext(p_service_id));
    RETURN QUERY
    WITH due AS (
      SELECT d.event_id FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
      WHERE d.service_id = p_service_id AND d.next_attempt_at <= p_at
        AND (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = p_service_id AND u.lease_until > p_at) < p_cap
      ORDER BY d.next_attempt_at LIMIT 1
      FOR UPDATE OF d, s SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_delivery d
      SET attempt_count = d.attempt_count + 1, round_attempt_count = d.round_attempt_count + 1, lease_until = p_lease_until, next_attempt_at = p_lease_until
      FROM due WHERE d.event_id = due.event_id
      RETURNING d.event_id, d.subject_id, d.attempt_count, d.round_attempt_count
    ), counted AS (
      UPDATE webhook_subject s SET attempt_count = s.attempt_count + 1, last_attempt_at = p_at FROM claimed WHERE s.subject_id = claimed.subject_id
    ), noted AS (
      INSERT INTO webhook_attempt (event_id, number, started_at) SELECT c.event_id, c.attempt_count, p_at FROM claimed c
    )
    SELECT c.event_id, c.attempt_count, c.round_attempt_count FROM claimed c;
  END $$;`;

// Ends a delivery and gives the turn to the next one of its subject. The lane is locked first, as the outbox does when it
// appends: an event that commits in between either sees no turn taken or is seen here. An attempt that is no longer the
// latest one (its lease expired and somebody sent again) changes nothing.
const FINISH = `
  CREATE FUNCTION webhook_finish(p_event_id uuid, p_attempt_number integer, p_status text, p_at timestamptz) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    v_subject_id text;
  BEGIN
    SELECT subject_id INTO v_subject_id FROM webhook_delivery WHERE event_id = p_event_id;
    PERFORM FROM webhook_subject WHERE subject_id = v_subject_id FOR UPDATE;
    UPDATE webhook_delivery
    SET status = p_status, lease_until = NULL, next_attempt_at = NULL,
        acknowledged_at = CASE WHEN p_status = 'acknowledged' THEN p_at ELSE acknowledged_at END
    WHERE event_id = p_event_id AND attempt_count = p_attempt_number AND lease_until IS NOT NULL;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
    UPDATE webhook_subject
    SET unfinished_count = unfinished_count - 1,
        latest_acknowledged = latest_acknowledged OR (p_status = 'acknowledged' AND latest_event_id = p_event_id)
    WHERE subject_id = v_subject_id;
    UPDATE webhook_delivery SET next_attempt_at = p_at
    WHERE event_id = (SELECT event_id FROM webhook_delivery WHERE subject_id = v_subject_id AND status = 'pending' ORDER BY sequence LIMIT 1);
    RETURN true;
  END $$;`;
