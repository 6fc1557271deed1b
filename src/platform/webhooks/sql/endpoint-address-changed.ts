/** What is known of an endpoint is known of its old address: a paused one is tried at once, one that failed starts afresh. */
export const ENDPOINT_ADDRESS_CHANGED = `
  CREATE OR REPLACE FUNCTION webhook_endpoint_address_changed() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    DELETE FROM webhook_endpoint WHERE service_id = NEW.id AND paused_at IS NULL;
    UPDATE webhook_endpoint SET next_probe_at = paused_at WHERE service_id = NEW.id;
    RETURN NULL;
  END $$;`;
