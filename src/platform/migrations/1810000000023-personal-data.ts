import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** What erases who the payers were, and the record of what was erased on request. */
export class PersonalData1810000000023 extends SchemaPart {
  readonly name = 'PersonalData1810000000023';

  protected statements(): string[] {
    return [RECORD, MENTIONS, DIRECT_BILLING, SMS, PAYMENTS, PAYMENT_NAMES, NOTIFICATIONS];
  }
}

// That somebody was erased is shown by whoever knows the identifier and holds the key: the fingerprint is an HMAC of it.
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

// A mention is a regular expression of the payer's number or address, however it is written. JSON in which it was a number, and that is none
// without it, becomes an empty object.
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

// The functions below run as the owner, because the application may not change what they change, and each changes nothing but who the payer
// was: rows, states, times and sums stay. Without a mention all of the rows that are named is erased, because they are old; with one, what is
// the payer's, and of what others wrote only the mention. What is not over is left alone: the functions *_waits say why.
const DIRECT_BILLING = `
  CREATE FUNCTION direct_billing_waits(p_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
      WHEN t.status IN ('transaction_db_new', 'transaction_db_confirmed') THEN 'it is not over'
      WHEN EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.next_poll_at IS NOT NULL) THEN 'its operator is still asked about a charge'
    END FROM direct_billing_transaction t WHERE t.id = p_id
  $$;

  CREATE FUNCTION erase_direct_billing(p_ids uuid[], p_mention text, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_over uuid[];
    v_theirs uuid[];
  BEGIN
    PERFORM FROM direct_billing_transaction WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_ids) AS given (id) WHERE direct_billing_waits(id) IS NULL;
    SELECT coalesce(array_agg(id), '{}') INTO v_theirs FROM direct_billing_transaction t
    WHERE id = ANY (v_over) AND (p_mention IS NULL OR phone_number ~* p_mention
      OR EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.phone_number ~* p_mention));
    UPDATE direct_billing_charge SET phone_number = '48000000000' WHERE transaction_id = ANY (v_theirs);
    UPDATE direct_billing_transaction SET phone_number = NULL, steamid = NULL, erased_at = coalesce(erased_at, p_at) WHERE id = ANY (v_theirs);
    IF p_mention IS NULL THEN
      UPDATE direct_billing_transaction SET description = NULL, success_url = NULL, failure_url = NULL WHERE id = ANY (v_theirs);
    ELSE
      UPDATE direct_billing_transaction SET control = without_mention(control, p_mention), description = without_mention(description, p_mention),
        success_url = without_mention(success_url, p_mention), failure_url = without_mention(failure_url, p_mention) WHERE id = ANY (v_over);
    END IF;
    RETURN cardinality(v_over);
  END $$;`;

// Whose message it is stays as long as its sale may be asked about; the texts may go earlier.
const SMS = `
  CREATE FUNCTION sms_waits(p_message_id text) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
      WHEN i.reply IS NULL THEN 'it is not answered yet'
      WHEN EXISTS (SELECT FROM sms_transaction t JOIN sms_partner_call c ON c.transaction_id = t.id WHERE t.message_id = i.message_id AND c.state = 'waiting')
        THEN 'its partner''s program is still called'
    END FROM sms_inbound i WHERE i.message_id = p_message_id
  $$;

  CREATE FUNCTION erase_sms(p_message_ids text[], p_mention text, p_texts_only boolean) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_over text[];
    v_theirs text[];
  BEGIN
    PERFORM FROM sms_inbound WHERE message_id = ANY (p_message_ids) ORDER BY message_id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_message_ids) AS given (id) WHERE sms_waits(id) IS NULL;
    SELECT coalesce(array_agg(message_id), '{}') INTO v_theirs FROM sms_inbound
    WHERE message_id = ANY (v_over) AND (p_mention IS NULL OR from_number ~* p_mention);
    UPDATE sms_inbound SET text = '', reply = '' WHERE message_id = ANY (v_theirs);
    UPDATE sms_partner_call c SET last_problem = NULL FROM sms_transaction t WHERE t.id = c.transaction_id AND t.message_id = ANY (v_theirs);
    IF NOT p_texts_only THEN
      UPDATE sms_inbound SET from_number = '48000000000' WHERE message_id = ANY (v_theirs);
      UPDATE sms_transaction SET from_number = '48000000000' WHERE message_id = ANY (v_theirs);
    END IF;
    IF p_mention IS NOT NULL THEN
      UPDATE sms_inbound SET text = without_mention(text, p_mention), reply = without_mention(reply, p_mention) WHERE message_id = ANY (v_over);
    END IF;
    RETURN cardinality(v_over);
  END $$;`;

// Of a payer the country stays: where a sale was made is a matter of taxes.
const PAYMENTS = `
  CREATE FUNCTION payment_waits(p_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
      WHEN t.status IN ('transaction_new', 'transaction_generated', 'transaction_confirmed') THEN 'it is not over'
      WHEN t.status = 'transaction_fraud_possibility' THEN 'its money is held'
      WHEN EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND a.next_poll_at IS NOT NULL) THEN 'its channel is still asked'
      WHEN EXISTS (SELECT FROM payment_refund r WHERE r.transaction_id = t.id AND r.status IN ('refund_new', 'refund_pending')) THEN 'a refund is under way'
      WHEN EXISTS (SELECT FROM payment_subscription s WHERE s.transaction_id = t.id
          AND (s.status IN ('subscription_pending', 'subscription_active') OR s.next_poll_at IS NOT NULL)) THEN 'its subscription is not cancelled'
      WHEN EXISTS (SELECT FROM payment_charge c JOIN payment_subscription s ON s.id = c.subscription_id
          WHERE s.transaction_id = t.id AND c.standing = 'running') THEN 'its subscription is being charged'
      WHEN EXISTS (SELECT FROM payment_alias l WHERE l.transaction_id = t.id
          AND (l.status IN ('alias_pending_registration', 'alias_active') OR l.next_poll_at IS NOT NULL)) THEN 'its alias is not unregistered'
    END FROM payment_transaction t WHERE t.id = p_id
  $$;

  CREATE FUNCTION erase_payments(p_ids uuid[], p_mention text, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_over uuid[];
    v_theirs uuid[];
  BEGIN
    PERFORM FROM payment_transaction WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    -- An app may say that it knows an alias yet, which has to be unregistered there by its name: that is waited for before it is looked at.
    PERFORM FROM payment_alias WHERE transaction_id = ANY (p_ids) AND closed_by IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_ids) AS given (id) WHERE payment_waits(id) IS NULL;
    SELECT coalesce(array_agg(id), '{}') INTO v_theirs FROM payment_transaction t
    WHERE id = ANY (v_over) AND (p_mention IS NULL OR concat_ws(chr(10), customer, antifraud, billing, shipping, cart) ~* p_mention
      OR EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND concat_ws(chr(10), a.payer_email, a.payer_ip, a.system_id) ~* p_mention));
    UPDATE payment_attempt SET payer_ip = NULL, payer_email = NULL, system_id = NULL WHERE transaction_id = ANY (v_theirs);
    UPDATE payment_transaction SET antifraud = NULL, billing = NULL, shipping = NULL, cart = NULL, erased_at = coalesce(erased_at, p_at),
      customer = CASE WHEN customer->'countryCode' IS NOT NULL THEN json_build_object('countryCode', customer->'countryCode') END
    WHERE id = ANY (v_theirs);
    IF p_mention IS NULL THEN
      UPDATE payment_transaction SET description = NULL, success_url = NULL, failure_url = NULL, pending_url = NULL WHERE id = ANY (v_theirs);
    ELSE
      UPDATE payment_transaction SET control = without_mention(control, p_mention), description = without_mention(description, p_mention),
        referer = without_mention(referer, p_mention), success_url = without_mention(success_url, p_mention),
        failure_url = without_mention(failure_url, p_mention), pending_url = without_mention(pending_url, p_mention) WHERE id = ANY (v_over);
      UPDATE payment_attempt SET data = json_without_mention(data, p_mention), next = json_without_mention(next, p_mention),
        raw_code = without_mention(raw_code, p_mention)
      WHERE transaction_id = ANY (v_over) AND concat_ws(chr(10), data, next, raw_code) ~* p_mention;
    END IF;
    PERFORM erase_payer_names(v_over, v_theirs, p_mention, p_at);
    RETURN cardinality(v_over);
  END $$;`;

// Names by which apps of banks and partners' programs know payers. Two aliases must not come to the same value, so it becomes the alias's own.
const PAYMENT_NAMES = `
  CREATE FUNCTION erase_payer_names(p_over uuid[], p_theirs uuid[], p_mention text, p_at timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE payment_transaction SET subscription = NULL
    WHERE id = ANY (p_over) AND subscription IS NOT NULL AND (id = ANY (p_theirs) OR subscription::text ~* p_mention);
    UPDATE payment_alias SET value = 'erased-' || id, label = 'erased', blik_key = NULL, data = NULL
    WHERE transaction_id = ANY (p_over)
      AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), value, label, blik_key, data, told_apps) ~* p_mention);
    UPDATE payment_code c SET request_key = NULL FROM payment_attempt a
    WHERE a.reference = c.attempt_reference AND a.transaction_id = ANY (p_over)
      AND (a.transaction_id = ANY (p_theirs) OR c.request_key ~* p_mention);
    UPDATE payment_subscription SET data = json_without_mention(data, p_mention), next = json_without_mention(next, p_mention),
      mandate_shown = json_without_mention(mandate_shown, p_mention), cancelled_reason = without_mention(cancelled_reason, p_mention),
      request_key = NULL, erased_at = p_at
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs)
      OR concat_ws(chr(10), data, next, mandate_shown, cancelled_reason, request_key) ~* p_mention);
    UPDATE payment_charge SET label = without_mention(label, p_mention), lines = json_without_mention(lines, p_mention), request_key = NULL
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), label, lines, request_key) ~* p_mention);
  END $$;`;

// A notification that may still be sent is as it was signed. p_signatures: of each body as it was, where it is known.
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
