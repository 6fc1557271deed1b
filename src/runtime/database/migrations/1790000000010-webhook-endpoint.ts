import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints that only fail are paused: their deliveries wait, one an hour is tried, and a success lets all of them go. */
export class WebhookEndpoint1790000000010 implements MigrationInterface {
  readonly name = 'WebhookEndpoint1790000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const text of [TABLES, ADDRESS_CHANGED, FAILED, ACKNOWLEDGED, RECORD_FAILURE, CLAIM, FINISH]) await queryRunner.query(text);
  }

  down(): Promise<void> {
    throw new Error('Deliveries that wait at a paused endpoint would all be due at once: drop the database instead.');
  }
}

const PAUSED_AFTER = "interval '72 hours'";
const PAUSED_AFTER_TRIES = 10;
const PROBED_EVERY = "interval '1 hour'";

// A row exists only while an endpoint has failed since it last acknowledged, so endpoints that work have none to fight over.
const TABLES = `
  CREATE TABLE webhook_endpoint (
    service_id text PRIMARY KEY REFERENCES service (id),
    first_failure_at timestamptz NOT NULL,
    last_failure_at timestamptz NOT NULL,
    failed_tries integer NOT NULL DEFAULT 1,
    paused_at timestamptz,
    next_probe_at timestamptz,
    CONSTRAINT webhook_endpoint_failed CHECK (failed_tries > 0 AND last_failure_at >= first_failure_at),
    CONSTRAINT webhook_endpoint_paused_is_probed CHECK ((paused_at IS NULL) = (next_probe_at IS NULL))
  );

  CREATE TABLE webhook_endpoint_change (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    state text NOT NULL,
    at timestamptz NOT NULL,
    first_failure_at timestamptz NOT NULL,
    failed_tries integer NOT NULL,
    CONSTRAINT webhook_endpoint_change_state_known CHECK (state IN ('paused', 'resumed'))
  );
  CREATE INDEX webhook_endpoint_change_of_service ON webhook_endpoint_change (service_id, id);`;

// What is known of an endpoint is known of its old address: a paused one is tried at once, one that failed starts afresh.
const ADDRESS_CHANGED = `
  CREATE FUNCTION webhook_endpoint_address_changed() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    DELETE FROM webhook_endpoint WHERE service_id = NEW.id AND paused_at IS NULL;
    UPDATE webhook_endpoint SET next_probe_at = paused_at WHERE service_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER webhook_endpoint_address_changed AFTER UPDATE OF notify_url ON service
    FOR EACH ROW WHEN (OLD.notify_url IS DISTINCT FROM NEW.notify_url) EXECUTE FUNCTION webhook_endpoint_address_changed();`;

// Counts a failed attempt. When it pauses the endpoint, everything that waits becomes due in the order of the events: only
// the pause holds it back now. Rows that somebody else works on are skipped, never waited for.
const FAILED = `
  CREATE FUNCTION webhook_endpoint_failed(p_service_id text, p_at timestamptz, OUT paused boolean, OUT changed boolean)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    v_endpoint webhook_endpoint;
  BEGIN
    INSERT INTO webhook_endpoint AS e (service_id, first_failure_at, last_failure_at) VALUES (p_service_id, p_at, p_at)
    ON CONFLICT (service_id) DO UPDATE SET failed_tries = e.failed_tries + 1, last_failure_at = greatest(e.last_failure_at, p_at)
    RETURNING e.* INTO v_endpoint;
    changed := v_endpoint.paused_at IS NULL AND v_endpoint.failed_tries >= ${PAUSED_AFTER_TRIES} AND v_endpoint.first_failure_at <= p_at - ${PAUSED_AFTER};
    paused := changed OR v_endpoint.paused_at IS NOT NULL;
    IF changed THEN
      UPDATE webhook_endpoint SET paused_at = p_at, next_probe_at = p_at + ${PROBED_EVERY} WHERE service_id = p_service_id;
      INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries)
      VALUES (p_service_id, 'paused', p_at, v_endpoint.first_failure_at, v_endpoint.failed_tries);
      UPDATE webhook_delivery SET next_attempt_at = created_at WHERE event_id IN (
        SELECT event_id FROM webhook_delivery
        WHERE service_id = p_service_id AND next_attempt_at IS NOT NULL AND lease_until IS NULL FOR UPDATE SKIP LOCKED
      );
    END IF;
  END $$;`;

// Ends the failures. A paused endpoint goes on with all that waited, oldest event first and with a fresh schedule.
const ACKNOWLEDGED = `
  CREATE FUNCTION webhook_endpoint_acknowledged(p_service_id text, p_at timestamptz, OUT changed boolean)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    v_endpoint webhook_endpoint;
  BEGIN
    DELETE FROM webhook_endpoint WHERE service_id = p_service_id RETURNING * INTO v_endpoint;
    changed := v_endpoint.paused_at IS NOT NULL;
    IF changed THEN
      INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries)
      VALUES (p_service_id, 'resumed', p_at, v_endpoint.first_failure_at, v_endpoint.failed_tries);
      UPDATE webhook_delivery SET next_attempt_at = created_at, round_attempt_count = 0 WHERE event_id IN (
        SELECT event_id FROM webhook_delivery
        WHERE service_id = p_service_id AND next_attempt_at IS NOT NULL AND lease_until IS NULL FOR UPDATE SKIP LOCKED
      );
    END IF;
  END $$;`;

// The lane is locked before the endpoint, as it is when a delivery is finished. While the endpoint is paused no delivery is
// exhausted: it goes to the end of the line, so that one event that no receiver would take cannot keep the endpoint paused.
const RECORD_FAILURE = `
  CREATE FUNCTION webhook_record_failure(p_event_id uuid, p_attempt_number integer, p_at timestamptz, p_next_attempt_at timestamptz,
    OUT recorded boolean, OUT changed boolean)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    v_delivery webhook_delivery;
    v_endpoint record;
  BEGIN
    SELECT d.* INTO v_delivery FROM webhook_delivery d WHERE d.event_id = p_event_id;
    PERFORM FROM webhook_subject WHERE subject_id = v_delivery.subject_id FOR UPDATE;
    v_endpoint := webhook_endpoint_failed(v_delivery.service_id, p_at);
    changed := v_endpoint.changed;
    IF p_next_attempt_at IS NULL AND NOT v_endpoint.paused THEN
      recorded := webhook_finish(p_event_id, p_attempt_number, 'exhausted', p_at);
      RETURN;
    END IF;
    UPDATE webhook_delivery
    SET lease_until = NULL,
        next_attempt_at = CASE WHEN v_endpoint.changed THEN created_at WHEN v_endpoint.paused THEN p_at ELSE p_next_attempt_at END
    WHERE event_id = p_event_id AND attempt_count = p_attempt_number AND lease_until IS NOT NULL;
    recorded := FOUND;
  END $$;`;

// As before, and a paused endpoint gets one delivery an hour, which its schedule does not count. The advisory lock sees to
// one probe, however many processes ask.
export const CLAIM = `
  CREATE OR REPLACE FUNCTION webhook_claim(p_service_id text, p_at timestamptz, p_lease_until timestamptz, p_cap integer)
  RETURNS TABLE (event_id uuid, attempt_number integer, round_attempt_count integer)
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  #variable_conflict use_column
  DECLARE
    v_probe_at timestamptz;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext(p_service_id));
    SELECT next_probe_at INTO v_probe_at FROM webhook_endpoint WHERE service_id = p_service_id;
    IF v_probe_at > p_at THEN
      RETURN;
    END IF;
    RETURN QUERY
    WITH due AS (
      SELECT d.event_id FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
      WHERE d.service_id = p_service_id AND d.next_attempt_at <= p_at
        AND (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = p_service_id AND u.lease_until > p_at) < p_cap
      ORDER BY d.next_attempt_at LIMIT 1
      FOR UPDATE OF d, s SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_delivery d
      SET attempt_count = d.attempt_count + 1, round_attempt_count = d.round_attempt_count + CASE WHEN v_probe_at IS NULL THEN 1 ELSE 0 END,
          lease_until = p_lease_until, next_attempt_at = p_lease_until
      FROM due WHERE d.event_id = due.event_id
      RETURNING d.event_id, d.subject_id, d.attempt_count, d.round_attempt_count
    ), counted AS (
      UPDATE webhook_subject s SET attempt_count = s.attempt_count + 1, last_attempt_at = p_at FROM claimed WHERE s.subject_id = claimed.subject_id
    ), noted AS (
      INSERT INTO webhook_attempt (event_id, number, started_at) SELECT c.event_id, c.attempt_count, p_at FROM claimed c
    ), probed AS (
      UPDATE webhook_endpoint e SET next_probe_at = p_at + ${PROBED_EVERY} FROM claimed WHERE e.service_id = p_service_id AND e.paused_at IS NOT NULL
    )
    SELECT c.event_id, c.attempt_count, c.round_attempt_count FROM claimed c;
  END $$;`;

// As before, but the next event of the subject has been due since it happened: whatever waited goes oldest event first.
const FINISH = `
  CREATE OR REPLACE FUNCTION webhook_finish(p_event_id uuid, p_attempt_number integer, p_status text, p_at timestamptz) RETURNS boolean
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
    UPDATE webhook_delivery SET next_attempt_at = created_at
    WHERE event_id = (SELECT event_id FROM webhook_delivery WHERE subject_id = v_subject_id AND status = 'pending' ORDER BY sequence LIMIT 1);
    RETURN true;
  END $$;`;
