/**
 * Undoes the claim of an attempt that could not begin: it is not counted, and the delivery is due as before. Does nothing when the lease has
 * run out and another worker has claimed the delivery.
 */
export const RELEASE_CLAIM_FUNCTION = `
  CREATE OR REPLACE FUNCTION webhook_release_claim(p_event_id uuid, p_number integer, p_started_at timestamptz) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    v_service_id text;
    v_subject_id text;
  BEGIN
    SELECT service_id, subject_id INTO v_service_id, v_subject_id FROM webhook_delivery WHERE event_id = p_event_id;
    PERFORM FROM webhook_subject WHERE subject_id = v_subject_id FOR NO KEY UPDATE;
    UPDATE webhook_delivery
    SET attempt_count = attempt_count - 1, round_attempt_count = greatest(0, round_attempt_count - 1), lease_until = NULL, next_attempt_at = created_at
    WHERE event_id = p_event_id AND attempt_count = p_number AND lease_until IS NOT NULL;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
    DELETE FROM webhook_attempt WHERE event_id = p_event_id AND number = p_number AND started_at = p_started_at;
    UPDATE webhook_subject s
    SET attempt_count = s.attempt_count - 1,
        last_attempt_at = CASE WHEN s.attempt_count > 1 THEN coalesce(
          (SELECT max(a.started_at) FROM webhook_delivery d JOIN webhook_attempt a ON a.event_id = d.event_id WHERE d.subject_id = v_subject_id), s.last_attempt_at) END
    WHERE s.subject_id = v_subject_id;
    UPDATE webhook_endpoint SET next_probe_at = p_started_at WHERE service_id = v_service_id AND paused_at IS NOT NULL AND NOT held;
    RETURN true;
  END $$;`;
