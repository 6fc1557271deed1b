import { changedSince, latestChange, FORCED_INDEX_PLAN, PROBED_EVERY } from './rules.js';

/** Fresh events of a service whose schedule begins with a wait, put off by one claim. */
const PUT_OFF_AT_ONCE = 500;

/** What waits for another attempt: predicate of the index webhook_delivery_put_off. */
const PUT_OFF = 'd.next_attempt_at <> d.created_at AND d.lease_until IS NULL';

/** SQL that steps to the next era in that index. An era is the deliveries last tried between two changes of the endpoint; there are few. */
const earliestChange = (after: string): string => `(
            SELECT d.tried_after_change AS id FROM webhook_delivery d WHERE d.service_id = p.id AND ${after} AND ${PUT_OFF}
            ORDER BY d.tried_after_change LIMIT 1)`;

/**
 * Claims for one endpoint exclude each other, because the number of deliveries under way is limited. A claim never waits: an endpoint that another
 * worker is claiming for, or whose row is locked, is reported as busy. The count must be taken by a statement that begins after the
 * lock was taken, so this is a function. FIFO groups that another transaction has locked are skipped. The attempt is counted here, before
 * anything is sent, so notify.count is right at all times.
 *
 * Due deliveries come from two queues: one ordered by the time of the next attempt, and, after a change of the endpoint, one of the deliveries
 * that have waited since before the change, ordered by age. The two are merged by these times, so the oldest goes first. A paused endpoint gets
 * one delivery an hour, which does not count in its retry schedule. A delivery that has waited since before a change begins its schedule anew.
 * When an endpoint recovers without a pause, each waiting delivery gets one attempt beside its schedule, which then continues as before
 * (`put_off_until` keeps its time). Otherwise an endpoint that answers only sometimes would never exhaust a delivery that it does not accept.
 *
 * Events are appended as due at once. If a service's schedule begins with a wait, the wait is added here, before the first claim. Until it has
 * been added to all of them, only events older than the wait are claimed.
 *
 * The last row of each endpoint has no event. It says whether nothing is left (drained), something may be left (more), or the endpoint was busy.
 */
export const CLAIM_FUNCTION = `
  CREATE OR REPLACE FUNCTION webhook_claim(p_service_ids text[], p_most integer[], p_at timestamptz, p_lease_until timestamptz, p_cap integer)
  RETURNS TABLE (service_id text, event_id uuid, attempt_number integer, round_attempt_count integer, body text, signed_text text, trace_parent text, rest text)
  LANGUAGE plpgsql ${FORCED_INDEX_PLAN} AS $$
  #variable_conflict use_column
  DECLARE
    v_mine text[];
    v_probed text[] := '{}';
    v_putting_off text[] := '{}';
    v_any_probe boolean;
    v_any_wait boolean;
  BEGIN
    SELECT coalesce(array_agg(a.id), '{}') INTO v_mine FROM unnest(p_service_ids) AS a (id)
    WHERE pg_try_advisory_xact_lock(hashtext('webhook_claim'), hashtext(a.id));
    SELECT bool_or(e.next_probe_at <= p_at), bool_or(v.retry_schedule_seconds[1] > 0) INTO v_any_probe, v_any_wait
    FROM service v LEFT JOIN webhook_endpoint e ON e.service_id = v.id WHERE v.id = ANY (v_mine);
    IF v_any_probe THEN
      SELECT coalesce(array_agg(p.service_id), '{}') INTO v_probed FROM (
        SELECT e.service_id FROM webhook_endpoint e WHERE e.service_id = ANY (v_mine) AND e.next_probe_at <= p_at FOR NO KEY UPDATE SKIP LOCKED
      ) p;
    END IF;
    IF v_any_wait THEN
      WITH fresh AS (
        SELECT d.event_id, d.first_at FROM service v CROSS JOIN LATERAL (
          SELECT d.event_id, d.created_at + make_interval(secs => v.retry_schedule_seconds[1]) AS first_at FROM webhook_delivery d
          WHERE d.service_id = v.id AND d.next_attempt_at <= p_at AND d.next_attempt_at > p_at - make_interval(secs => v.retry_schedule_seconds[1])
            AND d.next_attempt_at = d.created_at AND d.round_attempt_count = 0
          ORDER BY d.next_attempt_at LIMIT ${PUT_OFF_AT_ONCE} FOR NO KEY UPDATE OF d SKIP LOCKED
        ) d WHERE v.id = ANY (v_mine) AND v.retry_schedule_seconds[1] > 0
      ), put_off AS (
        UPDATE webhook_delivery d SET next_attempt_at = f.first_at, tried_after_change = ${latestChange('d.service_id')}
        FROM fresh f WHERE d.event_id = f.event_id RETURNING d.service_id
      )
      SELECT coalesce(array_agg(f.service_id), '{}') INTO v_putting_off
      FROM (SELECT service_id FROM put_off GROUP BY service_id HAVING count(*) = ${PUT_OFF_AT_ONCE}) f;
    END IF;
    RETURN QUERY
    WITH endpoint AS MATERIALIZED (
      SELECT e.*, CASE WHEN e.state = 'open' THEN greatest(0, least(e.most, p_cap - e.under_way)) ELSE 0 END AS room FROM (
        SELECT a.id, CASE WHEN f.paused_at IS NULL THEN a.most ELSE 1 END AS most, f.paused_at IS NOT NULL AS paused,
               CASE WHEN NOT a.id = ANY (v_mine) THEN 'busy' WHEN v.notify_url IS NULL THEN 'unaddressed'
                    WHEN f.next_probe_at > p_at THEN 'paused' WHEN f.next_probe_at IS NOT NULL AND NOT a.id = ANY (v_probed) THEN 'busy' ELSE 'open' END AS state,
               CASE WHEN a.id = ANY (v_putting_off) THEN p_at - make_interval(secs => v.retry_schedule_seconds[1]) ELSE p_at END AS due_until,
               ${latestChange('a.id')} AS change,
               (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = a.id AND u.lease_until > p_at) AS under_way
        FROM unnest(p_service_ids, p_most) AS a (id, most) JOIN service v ON v.id = a.id LEFT JOIN webhook_endpoint f ON f.service_id = a.id
      ) e
    ), due AS (
      SELECT p.id, d.event_id, d.next_attempt_at AS line_at FROM endpoint p CROSS JOIN LATERAL (
        SELECT d.event_id, d.next_attempt_at FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
        WHERE d.service_id = p.id AND d.next_attempt_at <= p.due_until
        ORDER BY d.next_attempt_at LIMIT p.room FOR NO KEY UPDATE OF d, s SKIP LOCKED
      ) d WHERE p.room > 0
    ), from_before AS (
      SELECT p.id, d.event_id, d.created_at AS line_at FROM endpoint p CROSS JOIN LATERAL (
        WITH RECURSIVE era AS (
          ${earliestChange('d.tried_after_change < p.change')}
          UNION ALL
          SELECT ${earliestChange('d.tried_after_change > a.id AND d.tried_after_change < p.change')} FROM era a WHERE a.id IS NOT NULL
        )
        SELECT a.id FROM era a WHERE a.id IS NOT NULL
      ) a CROSS JOIN LATERAL (
        SELECT d.event_id, d.created_at FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
        WHERE d.service_id = p.id AND d.tried_after_change = a.id AND ${PUT_OFF}
        ORDER BY d.sequence LIMIT p.room FOR NO KEY UPDATE OF d, s SKIP LOCKED
      ) d WHERE p.room > 0 AND p.change > 0
    ), line AS (
      SELECT l.id, l.event_id, row_number() OVER (PARTITION BY l.id ORDER BY min(l.line_at), l.event_id) AS place
      FROM (SELECT * FROM due UNION ALL SELECT * FROM from_before) l GROUP BY l.id, l.event_id
    ), claimed AS (
      UPDATE webhook_delivery d
      SET attempt_count = d.attempt_count + 1, lease_until = p_lease_until, next_attempt_at = p_lease_until, tried_after_change = p.change,
          claimed_due_at = CASE WHEN d.lease_until IS NOT NULL THEN d.claimed_due_at WHEN d.next_attempt_at <= p_at THEN d.next_attempt_at
                                ELSE (SELECT c.at FROM webhook_endpoint_change c WHERE c.id = p.change) END,
          (round_attempt_count, put_off_until) = (
            SELECT CASE WHEN p.paused OR a.extra THEN d.round_attempt_count WHEN a.anew THEN 1 ELSE d.round_attempt_count + 1 END,
                   CASE WHEN a.extra THEN d.next_attempt_at END
            FROM (SELECT n.anew, NOT p.paused AND NOT n.anew AND d.next_attempt_at > p_at AS extra FROM (
              SELECT d.tried_after_change < p.change AND ${changedSince('d.service_id', 'd.tried_after_change')} AS anew
            ) n) a)
      FROM line l JOIN endpoint p ON p.id = l.id WHERE l.place <= p.room AND d.event_id = l.event_id
      RETURNING d.service_id, d.event_id, d.subject_id, d.attempt_count, d.round_attempt_count
    ), counted AS (
      UPDATE webhook_subject s SET attempt_count = s.attempt_count + 1, last_attempt_at = p_at FROM claimed WHERE s.subject_id = claimed.subject_id
    ), noted AS (
      INSERT INTO webhook_attempt (event_id, number, started_at) SELECT c.event_id, c.attempt_count, p_at FROM claimed c
    ), probed AS (
      UPDATE webhook_endpoint e SET next_probe_at = p_at + ${PROBED_EVERY} FROM claimed WHERE e.service_id = claimed.service_id AND e.paused_at IS NOT NULL
    )
    SELECT c.service_id, c.event_id, c.attempt_count, c.round_attempt_count, e.body, e.signed_text, e.trace_parent, NULL
    FROM claimed c JOIN webhook_event e ON e.id = c.event_id
    UNION ALL
    SELECT p.id, NULL, NULL, NULL, NULL, NULL, NULL,
           CASE WHEN p.state = 'busy' THEN 'busy' WHEN p.state = 'paused' THEN 'drained'
                WHEN p.due_until = p_at AND (SELECT count(*) FROM claimed c WHERE c.service_id = p.id) < p.room THEN 'drained' ELSE 'more' END
    FROM endpoint p;
  END $$;`;
