import { PAUSED_AFTER, PAUSED_AFTER_TRIES, FORCED_INDEX_PLAN, PROBED_EVERY, RELEASED_AFTER, somethingWaits } from './rules.js';

/**
 * Records the results of many endpoints at once and waits for no lock. A result whose FIFO group or endpoint row another transaction has locked
 * is left out; the caller tries it again a moment later. A separate statement locks the FIFO groups, so that the next one sees every event
 * appended before the lock.
 *
 * Only a delivery's latest attempt decides. If its lease ran out and another worker has repeated it, the result is stored and changes nothing.
 * The turn goes to the oldest unfinished event of the FIFO group, even when the present one will be retried: an earlier one may have been
 * resent. The event that gets the turn is queued by its age.
 *
 * An endpoint that has only failed, for long enough and often enough, is paused: only its own row says so. While it is paused, one delivery is
 * tried at each probe; one that fails goes to the end of the queue unless its schedule is used up. The first acknowledgement ends the pause.
 * After an outage too short for a pause, it also releases the deliveries that wait. A 410 ends one delivery and does not count as a failure of
 * the endpoint, which is reachable and answers. An endpoint that a person holds stays paused, whatever those under way then come to.
 */
export const RECORD = `
  CREATE OR REPLACE FUNCTION webhook_record(p_event_ids uuid[], p_numbers integer[], p_started timestamptz[], p_finished timestamptz[], p_outcomes text[],
    p_http_statuses integer[], p_excerpts text[], p_error_codes text[], p_next_attempts timestamptz[])
  RETURNS TABLE (event_id uuid, attempt_number integer, recorded boolean, promoted boolean, endpoint_change text)
  LANGUAGE plpgsql ${FORCED_INDEX_PLAN} AS $$
  #variable_conflict use_column
  DECLARE
    v_failing text[];
    v_paused text[];
    v_ids uuid[];
  BEGIN
    SELECT coalesce(array_agg(f.service_id), '{}'), coalesce(array_agg(f.service_id) FILTER (WHERE f.paused_at IS NOT NULL), '{}')
    INTO v_failing, v_paused FROM (
      SELECT e.service_id, e.paused_at FROM webhook_endpoint e
      WHERE e.service_id IN (SELECT d.service_id FROM webhook_delivery d WHERE d.event_id = ANY (p_event_ids))
      FOR NO KEY UPDATE OF e SKIP LOCKED
    ) f;
    SELECT coalesce(array_agg(l.event_id), '{}') INTO v_ids FROM (
      SELECT d.event_id FROM unnest(p_event_ids) AS g (id) JOIN webhook_delivery d ON d.event_id = g.id JOIN webhook_subject s ON s.subject_id = d.subject_id
      WHERE d.service_id = ANY (v_failing) OR NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.service_id = d.service_id)
      FOR NO KEY UPDATE OF s SKIP LOCKED
    ) l;
    RETURN QUERY
    WITH result AS MATERIALIZED (
      SELECT r.*, d.service_id, h.event_id AS heir,
             CASE WHEN r.next_attempt_at IS NULL THEN NULL WHEN d.service_id = ANY (v_paused) THEN r.finished_at
                  WHEN d.put_off_until > r.finished_at THEN d.put_off_until ELSE r.next_attempt_at END AS due_at
      FROM (
        SELECT r.*, CASE WHEN r.outcome = 'acknowledged' THEN 'acknowledged' WHEN r.outcome = 'gone' THEN 'stopped'
                         WHEN r.next_attempt_at IS NULL THEN 'exhausted' ELSE 'pending' END AS status
        FROM unnest(p_event_ids, p_numbers, p_started, p_finished, p_outcomes, p_http_statuses, p_excerpts, p_error_codes, p_next_attempts)
          AS r (id, number, started_at, finished_at, outcome, http_status, response_excerpt, error_code, next_attempt_at)
      ) r
      JOIN webhook_delivery d ON d.event_id = r.id JOIN webhook_subject s ON s.subject_id = d.subject_id
      LEFT JOIN LATERAL (
        SELECT w.event_id FROM webhook_delivery w
        WHERE s.unfinished_count > 1 AND w.subject_id = s.subject_id AND w.status = 'pending' AND w.event_id <> r.id AND (r.status <> 'pending' OR w.sequence < d.sequence)
        ORDER BY w.sequence LIMIT 1
      ) h ON true
      WHERE r.id = ANY (v_ids)
    ), noted AS (
      UPDATE webhook_attempt a
      SET finished_at = r.finished_at, outcome = r.outcome, http_status = r.http_status, response_excerpt = r.response_excerpt, error_code = r.error_code,
          duration_ms = round(extract(epoch FROM r.finished_at - r.started_at) * 1000)
      FROM result r WHERE a.event_id = r.id AND a.number = r.number AND a.started_at = r.started_at
    ), ended AS (
      UPDATE webhook_delivery d
      SET status = r.status, lease_until = NULL, put_off_until = NULL, next_attempt_at = CASE WHEN r.status = 'pending' AND r.heir IS NULL THEN r.due_at END,
          acknowledged_at = CASE WHEN r.status = 'acknowledged' THEN r.finished_at ELSE d.acknowledged_at END
      FROM result r WHERE d.event_id = r.id AND d.attempt_count = r.number AND d.lease_until IS NOT NULL
      RETURNING d.event_id, d.subject_id, d.status, r.number, r.heir
    ), lane AS (
      UPDATE webhook_subject s
      SET unfinished_count = s.unfinished_count - 1,
          latest_acknowledged = s.latest_acknowledged OR (n.status = 'acknowledged' AND s.latest_event_id = n.event_id)
      FROM ended n WHERE n.status <> 'pending' AND s.subject_id = n.subject_id
    ), turn AS (
      UPDATE webhook_delivery d SET next_attempt_at = d.created_at FROM ended n WHERE d.event_id = n.heir RETURNING n.event_id
    ), endpoint AS MATERIALIZED (
      SELECT r.service_id, min(r.finished_at) AS first_at, max(r.finished_at) AS last_at, count(*)::integer AS tries, bool_or(r.outcome = 'acknowledged') AS acknowledged
      FROM result r WHERE r.outcome <> 'gone' GROUP BY r.service_id
    ), recovered AS (
      DELETE FROM webhook_endpoint e USING endpoint p WHERE e.service_id = ANY (v_failing) AND p.acknowledged AND e.service_id = p.service_id AND NOT e.held
      RETURNING e.service_id, e.paused_at, e.first_failure_at, e.failed_tries, p.last_at
    ), failed AS (
      INSERT INTO webhook_endpoint AS e (service_id, first_failure_at, last_failure_at, failed_tries)
      SELECT p.service_id, p.first_at, p.last_at, p.tries FROM endpoint p WHERE NOT p.acknowledged ORDER BY p.service_id
      ON CONFLICT (service_id) DO UPDATE
        SET (failed_tries, last_failure_at, paused_at, next_probe_at) = (
          SELECT n.tries, greatest(e.last_failure_at, excluded.last_failure_at),
                 CASE WHEN n.pauses THEN excluded.last_failure_at ELSE e.paused_at END, CASE WHEN n.pauses THEN excluded.last_failure_at + ${PROBED_EVERY} ELSE e.next_probe_at END
          FROM (SELECT e.failed_tries + excluded.failed_tries AS tries,
                       e.paused_at IS NULL AND e.failed_tries + excluded.failed_tries >= ${PAUSED_AFTER_TRIES} AND e.first_failure_at <= excluded.last_failure_at - ${PAUSED_AFTER} AS pauses) n)
      RETURNING e.service_id, e.paused_at, e.first_failure_at, e.failed_tries
    ), changed AS (
      INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries)
      SELECT service_id, CASE WHEN paused_at IS NULL THEN 'recovered' ELSE 'resumed' END, last_at, first_failure_at, failed_tries FROM recovered
      WHERE paused_at IS NOT NULL OR first_failure_at <= last_at - ${RELEASED_AFTER} AND ${somethingWaits('recovered.service_id')}
      UNION ALL
      SELECT service_id, 'paused', paused_at, first_failure_at, failed_tries FROM failed WHERE paused_at IS NOT NULL AND NOT service_id = ANY (v_paused)
      RETURNING service_id, state
    )
    SELECT r.id, r.number, n.event_id IS NOT NULL, t.event_id IS NOT NULL, c.state
    FROM result r LEFT JOIN ended n ON n.event_id = r.id AND n.number = r.number LEFT JOIN turn t ON t.event_id = n.event_id LEFT JOIN changed c ON c.service_id = r.service_id;
  END $$;`;
