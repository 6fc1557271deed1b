import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Erasure of payers: shared functions, the one for notifications, and the log of erasures on request. */
export class PersonalData1820000000013 extends SchemaPart {
  readonly name = 'PersonalData1820000000013';

  protected statements(): string[] {
    return [RECORD, MENTIONS, NOTIFICATIONS];
  }
}

// fingerprint: an HMAC of the identifier. With the identifier and the key it can be shown that the payer was erased.
const RECORD = `
  CREATE TABLE personal_data_erasure (
    id uuid PRIMARY KEY,
    fingerprint bytea NOT NULL,
    encryption_key_version integer NOT NULL,
    author text NOT NULL,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    erased jsonb NOT NULL DEFAULT '{}',
    waiting jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT personal_data_erasure_fingerprint_form CHECK (octet_length(fingerprint) = 32),
    CONSTRAINT personal_data_erasure_author_length CHECK (char_length(author) BETWEEN 1 AND 120)
  );
  CREATE INDEX personal_data_erasure_of_payer ON personal_data_erasure (fingerprint, started_at);
  CREATE INDEX personal_data_erasure_list ON personal_data_erasure (started_at);`;

// A mention is a regular expression for the payer's number or address in any notation. JSON that is invalid after the replacement, because the
// mention was a number in it, becomes an empty object.
const MENTIONS = `
  CREATE FUNCTION without_mention(p_text text, p_mention text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN p_mention IS NULL THEN p_text ELSE regexp_replace(p_text, p_mention, 'erased', 'gi') END
  $$;

  CREATE FUNCTION json_without_mention(p_json jsonb, p_mention text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
  BEGIN
    RETURN without_mention(p_json::text, p_mention)::jsonb;
  EXCEPTION WHEN invalid_text_representation THEN
    RETURN '{}';
  END $$;`;

// This function and those of the products run as the owner, because the application may not update these columns. They change only data of the payer,
// never rows, states, times or amounts. Without a mention they erase all data of the given rows, because of their age. With a mention they erase the
// payer's data, and in texts of others only the mention. A notification that may still be sent is not changed. p_signatures: the signature of each
// original body, where it is known.
const NOTIFICATIONS = `
  CREATE FUNCTION erase_notifications(p_event_ids uuid[], p_signatures text[], p_mention text, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_over uuid[];
  BEGIN
    PERFORM FROM webhook_delivery WHERE event_id = ANY (p_event_ids) ORDER BY event_id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(event_id), '{}') INTO v_over FROM webhook_delivery WHERE event_id = ANY (p_event_ids) AND status <> 'pending';
    UPDATE webhook_event e SET
      body = CASE WHEN p_mention IS NULL THEN '{}' ELSE without_mention(e.body, p_mention) END,
      signed_text = CASE WHEN p_mention IS NULL THEN '' ELSE without_mention(e.signed_text, p_mention) END,
      sent_signature = CASE WHEN e.erased_at IS NULL THEN given.signature ELSE e.sent_signature END,
      erased_at = coalesce(e.erased_at, p_at)
    FROM unnest(p_event_ids, p_signatures) AS given (id, signature) WHERE e.id = given.id AND e.id = ANY (v_over)
      AND (p_mention IS NULL OR concat_ws(chr(10), e.body, e.signed_text) ~* p_mention);
    UPDATE webhook_attempt SET response_excerpt = CASE WHEN p_mention IS NULL THEN NULL ELSE without_mention(response_excerpt, p_mention) END
    WHERE event_id = ANY (v_over) AND response_excerpt IS NOT NULL;
    RETURN cardinality(v_over);
  END $$;`;
