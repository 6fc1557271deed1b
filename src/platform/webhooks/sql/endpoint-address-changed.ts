import { somethingIsUnderWay, somethingWaits } from './rules.js';

/**
 * Earlier failures were those of the old address. So a paused endpoint is tried at once, and one that failed starts afresh, together with the
 * deliveries that wait for a later attempt, and those under way to the old address: if they fail, they are tried at the new one at once. The lock
 * of a claim lets one that has just begun end first, so that its deliveries are seen. One that a person holds stays paused.
 */
export const ENDPOINT_ADDRESS_CHANGED = `
  CREATE OR REPLACE FUNCTION webhook_endpoint_address_changed() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE webhook_endpoint SET next_probe_at = CASE WHEN held THEN next_probe_at ELSE paused_at END WHERE service_id = NEW.id AND paused_at IS NOT NULL;
    IF FOUND OR NEW.notify_url IS NULL THEN
      RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext(NEW.id));
    WITH failed AS (DELETE FROM webhook_endpoint WHERE service_id = NEW.id RETURNING first_failure_at, failed_tries)
    INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries)
    SELECT NEW.id, 'moved', NEW.updated_at, f.first_failure_at, f.failed_tries FROM (SELECT ${somethingWaits('NEW.id')} OR ${somethingIsUnderWay('NEW.id')} AS waits) w
    LEFT JOIN failed f ON true WHERE w.waits;
    RETURN NULL;
  END $$;`;
