import { SchemaPart } from './schema-part.js';

/** How deliveries are claimed and what follows from an attempt. */
export class WebhookDelivery1800000000008 extends SchemaPart {
  readonly name = 'WebhookDelivery1800000000008';

  protected statements(): string[] {
    return [FAILED, ACKNOWLEDGED, FINISH, RECORD_FAILURE, CLAIM, RECORD];
  }
}

const PAUSED_AFTER = "interval '72 hours'";
const PAUSED_AFTER_TRIES = 10;
const PROBED_EVERY = "interval '1 hour'";

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

// Ends a delivery and gives the turn to the next one of its subject, which has been due since it happened. The lane is locked first,
// as the outbox does when it appends: an event that commits in between either sees no turn taken or is seen here. An attempt that is
// no longer the latest one (its lease expired and somebody sent again) changes nothing.
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
    UPDATE webhook_delivery SET next_attempt_at = created_at
    WHERE event_id = (SELECT event_id FROM webhook_delivery WHERE subject_id = v_subject_id AND status = 'pending' ORDER BY sequence LIMIT 1);
    RETURN true;
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

// Statistics of a queue are always wrong: it was empty when they were taken, or full. There is one good plan, through the
// indexes, whatever they say; without this a claim reads the whole backlog until the next ANALYZE.
const PLANNED = `
  ROWS 10 SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off`;

// Claims of an endpoint take turns as before, by the same lock, because its cap is counted. Many endpoints are claimed for
// together only as long as nobody has to be waited for: one whose turn is taken, or that is paused and may be probed, is left
// out, and the caller asks for it alone (p_wait). So one endpoint delays no other and claims cannot block each other.
// Each endpoint that had its turn ends with a row without event: whether everything that is due was taken, and when to look
// again. With the cap reached there is no such moment: whoever ends a delivery goes on.
// Events are appended as due at once; a service whose schedule begins with a wait gets it here, before the first claim.
const CLAIM = `
  CREATE FUNCTION webhook_claim_many(p_service_ids text[], p_most integer[], p_at timestamptz, p_lease_until timestamptz, p_cap integer, p_wait boolean)
  RETURNS TABLE (service_id text, event_id uuid, attempt_number integer, round_attempt_count integer, drained boolean, again_at timestamptz)
  LANGUAGE plpgsql ${PLANNED} AS $$
  #variable_conflict use_column
  DECLARE
    v_ids text[] := p_service_ids;
    v_most integer[] := p_most;
  BEGIN
    IF p_wait THEN
      PERFORM pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext(id)) FROM unnest(p_service_ids) AS a (id);
    ELSE
      SELECT coalesce(array_agg(a.id), '{}'), array_agg(a.most) INTO v_ids, v_most
      FROM unnest(p_service_ids, p_most) AS a (id, most)
      WHERE NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.service_id = a.id AND e.next_probe_at <= p_at)
        AND pg_try_advisory_xact_lock(hashtext('webhook_claim'), hashtext(a.id));
    END IF;
    IF EXISTS (SELECT FROM service v WHERE v.id = ANY (v_ids) AND v.retry_schedule_seconds[1] > 0) THEN
      UPDATE webhook_delivery d SET next_attempt_at = d.created_at + v.wait
      FROM (SELECT id, make_interval(secs => retry_schedule_seconds[1]) AS wait FROM service WHERE id = ANY (v_ids) AND retry_schedule_seconds[1] > 0) v
      WHERE d.service_id = v.id AND d.next_attempt_at <= p_at AND d.next_attempt_at > p_at - v.wait AND d.next_attempt_at < d.created_at + v.wait
        AND d.round_attempt_count = 0 AND d.lease_until IS NULL;
    END IF;
    RETURN QUERY
    WITH endpoint AS MATERIALIZED (
      SELECT a.id, e.next_probe_at, v.notify_url IS NOT NULL AS addressed, CASE WHEN e.paused_at IS NULL THEN a.most ELSE 1 END AS most,
             p_cap - (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = a.id AND u.lease_until > p_at) AS free
      FROM unnest(v_ids, v_most) AS a (id, most) JOIN service v ON v.id = a.id LEFT JOIN webhook_endpoint e ON e.service_id = a.id
    ), due AS (
      SELECT d.event_id, p.next_probe_at FROM endpoint p CROSS JOIN LATERAL (
        SELECT d.event_id FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
        WHERE d.service_id = p.id AND d.next_attempt_at <= p_at
        ORDER BY d.next_attempt_at LIMIT greatest(0, least(p.most, p.free))
        FOR UPDATE OF d, s SKIP LOCKED
      ) d
      WHERE p.addressed AND (p.next_probe_at IS NULL OR p.next_probe_at <= p_at)
    ), claimed AS (
      UPDATE webhook_delivery d
      SET attempt_count = d.attempt_count + 1, round_attempt_count = d.round_attempt_count + CASE WHEN due.next_probe_at IS NULL THEN 1 ELSE 0 END,
          lease_until = p_lease_until, next_attempt_at = p_lease_until
      FROM due WHERE d.event_id = due.event_id
      RETURNING d.service_id, d.event_id, d.subject_id, d.attempt_count, d.round_attempt_count
    ), counted AS (
      UPDATE webhook_subject s SET attempt_count = s.attempt_count + 1, last_attempt_at = p_at FROM claimed WHERE s.subject_id = claimed.subject_id
    ), noted AS (
      INSERT INTO webhook_attempt (event_id, number, started_at) SELECT c.event_id, c.attempt_count, p_at FROM claimed c
    ), probed AS (
      UPDATE webhook_endpoint e SET next_probe_at = p_at + ${PROBED_EVERY} FROM claimed WHERE e.service_id = claimed.service_id AND e.paused_at IS NOT NULL
    ), taken AS MATERIALIZED (
      SELECT p.*, (SELECT count(*) FROM claimed c WHERE c.service_id = p.id) AS count FROM endpoint p
    )
    SELECT c.service_id, c.event_id, c.attempt_count, c.round_attempt_count, NULL::boolean, NULL::timestamptz FROM claimed c
    UNION ALL
    SELECT t.id, NULL, NULL, NULL, t.addressed AND t.count < least(t.most, t.free), CASE WHEN t.addressed AND t.count < least(t.most, t.free) THEN
             (SELECT greatest(d.next_attempt_at, t.next_probe_at) FROM webhook_delivery d
              WHERE d.service_id = t.id AND d.next_attempt_at IS NOT NULL AND d.lease_until IS NULL AND NOT EXISTS (SELECT FROM claimed c WHERE c.event_id = d.event_id)
              ORDER BY d.next_attempt_at LIMIT 1) END
    FROM taken t;
  END $$;`;

// Writes down results that nobody has to be waited for: the lane and, while the endpoint has failed, its row are free at this
// moment, and the endpoint is neither paused nor so long unsuccessful that a failure could pause it. Whatever is left out is
// written by the statements for a single result, which wait and which resume and pause endpoints, moving all that waits there.
// The lanes are locked by a statement of their own: the next one sees what was appended until then.
const RECORD = `
  CREATE FUNCTION webhook_record_many(p_event_ids uuid[], p_numbers integer[], p_started timestamptz[], p_finished timestamptz[], p_outcomes text[],
    p_http_statuses integer[], p_excerpts text[], p_error_codes text[], p_next_attempts timestamptz[])
  RETURNS TABLE (event_id uuid, attempt_number integer, recorded boolean, promoted boolean)
  LANGUAGE plpgsql ${PLANNED} AS $$
  #variable_conflict use_column
  DECLARE
    v_failing text[];
    v_ids uuid[];
  BEGIN
    SELECT coalesce(array_agg(f.service_id), '{}') INTO v_failing FROM (
      SELECT e.service_id FROM webhook_endpoint e
      WHERE e.service_id IN (SELECT d.service_id FROM webhook_delivery d WHERE d.event_id = ANY (p_event_ids))
        AND e.paused_at IS NULL AND e.first_failure_at > (SELECT max(at) FROM unnest(p_finished) AS f (at)) - ${PAUSED_AFTER}
      FOR UPDATE OF e SKIP LOCKED
    ) f;
    SELECT coalesce(array_agg(l.event_id), '{}') INTO v_ids FROM (
      SELECT d.event_id FROM unnest(p_event_ids) AS g (id) JOIN webhook_delivery d ON d.event_id = g.id JOIN webhook_subject s ON s.subject_id = d.subject_id
      WHERE d.service_id = ANY (v_failing) OR NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.service_id = d.service_id)
      FOR UPDATE OF s SKIP LOCKED
    ) l;
    RETURN QUERY
    WITH result AS MATERIALIZED (
      SELECT r.*, CASE r.outcome WHEN 'acknowledged' THEN 'acknowledged' WHEN 'gone' THEN 'stopped' ELSE CASE WHEN r.next_attempt_at IS NULL THEN 'exhausted' ELSE 'pending' END END AS status
      FROM unnest(p_event_ids, p_numbers, p_started, p_finished, p_outcomes, p_http_statuses, p_excerpts, p_error_codes, p_next_attempts)
        AS r (id, number, started_at, finished_at, outcome, http_status, answer_excerpt, error_code, next_attempt_at)
      WHERE r.id = ANY (v_ids)
    ), noted AS (
      UPDATE webhook_attempt a
      SET finished_at = r.finished_at, outcome = r.outcome, http_status = r.http_status, answer_excerpt = r.answer_excerpt, error_code = r.error_code,
          duration_ms = round(extract(epoch FROM r.finished_at - r.started_at) * 1000)
      FROM result r WHERE a.event_id = r.id AND a.number = r.number AND a.started_at = r.started_at
      RETURNING a.event_id
    ), ended AS (
      UPDATE webhook_delivery d
      SET status = r.status, lease_until = NULL, next_attempt_at = CASE WHEN r.status = 'pending' THEN r.next_attempt_at END,
          acknowledged_at = CASE WHEN r.status = 'acknowledged' THEN r.finished_at ELSE d.acknowledged_at END
      FROM result r WHERE d.event_id = r.id AND d.attempt_count = r.number AND d.lease_until IS NOT NULL
      RETURNING d.event_id, d.subject_id, d.status, r.number
    ), lane AS (
      UPDATE webhook_subject s
      SET unfinished_count = s.unfinished_count - 1,
          latest_acknowledged = s.latest_acknowledged OR (n.status = 'acknowledged' AND s.latest_event_id = n.event_id)
      FROM ended n WHERE n.status <> 'pending' AND s.subject_id = n.subject_id
      RETURNING s.subject_id, s.unfinished_count, n.event_id
    ), turn AS (
      UPDATE webhook_delivery d SET next_attempt_at = d.created_at
      FROM lane l WHERE l.unfinished_count > 0 AND d.event_id = (
        SELECT w.event_id FROM webhook_delivery w WHERE w.subject_id = l.subject_id AND w.status = 'pending' AND w.event_id <> l.event_id ORDER BY w.sequence LIMIT 1
      )
      RETURNING l.event_id
    ), endpoint AS MATERIALIZED (
      SELECT d.service_id, min(r.finished_at) AS first_at, max(r.finished_at) AS last_at, count(*)::integer AS tries, bool_or(r.outcome = 'acknowledged') AS acknowledged
      FROM result r JOIN webhook_delivery d ON d.event_id = r.id WHERE r.outcome <> 'gone' GROUP BY d.service_id
    ), recovered AS (
      DELETE FROM webhook_endpoint e USING endpoint p WHERE e.service_id = ANY (v_failing) AND p.acknowledged AND e.service_id = p.service_id
    ), failed AS (
      INSERT INTO webhook_endpoint AS e (service_id, first_failure_at, last_failure_at, failed_tries)
      SELECT p.service_id, p.first_at, p.last_at, p.tries FROM endpoint p WHERE NOT p.acknowledged ORDER BY p.service_id
      ON CONFLICT (service_id) DO UPDATE SET failed_tries = e.failed_tries + excluded.failed_tries, last_failure_at = greatest(e.last_failure_at, excluded.last_failure_at)
    )
    SELECT r.id, r.number, n.event_id IS NOT NULL, t.event_id IS NOT NULL
    FROM result r LEFT JOIN ended n ON n.event_id = r.id AND n.number = r.number LEFT JOIN turn t ON t.event_id = n.event_id;
  END $$;`;
