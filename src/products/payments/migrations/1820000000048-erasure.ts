import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Erasure of the payers of online payments and payment links. */
export class Erasure1820000000048 extends SchemaPart {
  readonly name = 'Erasure1820000000048';

  protected statements(): string[] {
    return [PAYMENTS, PAYER_NAMES, LINKS];
  }
}

// Runs as the owner and changes only data of the payer, like the function in the migration of personal data. Rows that are still in use are skipped;
// payment_open_reason returns why they are.
// The country is kept for taxes.
const PAYMENTS = `
  CREATE FUNCTION payment_open_reason(p_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
      WHEN t.status IN ('transaction_new', 'transaction_generated', 'transaction_confirmed') THEN 'it is still open'
      WHEN t.status = 'transaction_fraud_possibility' THEN 'its money is held'
      WHEN EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND a.next_poll_at IS NOT NULL) THEN 'its acquirer is still polled'
      WHEN EXISTS (SELECT FROM payment_refund r WHERE r.transaction_id = t.id AND r.status IN ('refund_new', 'refund_pending')) THEN 'a refund is pending'
      WHEN EXISTS (SELECT FROM payment_subscription s WHERE s.transaction_id = t.id
          AND (s.status IN ('subscription_pending', 'subscription_active') OR s.next_poll_at IS NOT NULL)) THEN 'its subscription is not cancelled'
      WHEN EXISTS (SELECT FROM payment_charge c JOIN payment_subscription s ON s.id = c.subscription_id
          WHERE s.transaction_id = t.id AND c.state = 'running') THEN 'its subscription is being charged'
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
    -- A concurrent callback may still report a registration, which has to be unregistered by its value, so the aliases are locked first.
    PERFORM FROM payment_alias WHERE transaction_id = ANY (p_ids) AND closed_by IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_ids) AS given (id) WHERE payment_open_reason(id) IS NULL;
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

// Aliases, and what partners' programs call payers. An erased value contains the alias's id, so that it stays unique.
const PAYER_NAMES = `
  CREATE FUNCTION erase_payer_names(p_over uuid[], p_theirs uuid[], p_mention text, p_at timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE payment_transaction SET offered_subscription = NULL
    WHERE id = ANY (p_over) AND offered_subscription IS NOT NULL AND (id = ANY (p_theirs) OR offered_subscription::text ~* p_mention);
    UPDATE payment_alias SET value = 'erased-' || id, label = 'erased', blik_key = NULL, data = NULL
    WHERE transaction_id = ANY (p_over)
      AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), value, label, blik_key, data, disclosed_apps) ~* p_mention);
    UPDATE payment_code c SET request_key = NULL FROM payment_attempt a
    WHERE a.reference = c.attempt_reference AND a.transaction_id = ANY (p_over)
      AND (a.transaction_id = ANY (p_theirs) OR c.request_key ~* p_mention);
    UPDATE payment_subscription SET data = json_without_mention(data, p_mention), next = json_without_mention(next, p_mention),
      consent_evidence = json_without_mention(consent_evidence, p_mention), cancelled_reason = without_mention(cancelled_reason, p_mention),
      request_key = NULL, erased_at = p_at
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs)
      OR concat_ws(chr(10), data, next, consent_evidence, cancelled_reason, request_key) ~* p_mention);
    UPDATE payment_charge SET label = without_mention(label, p_mention), lines = json_without_mention(lines, p_mention), request_key = NULL
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), label, lines, request_key) ~* p_mention);
  END $$;`;

// The whole text is erased, not only the mention.
const LINKS = `
  CREATE FUNCTION erase_links(p_ids uuid[], p_mention text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_erased integer;
  BEGIN
    PERFORM FROM payment_link WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE payment_link SET description = CASE WHEN description ~* p_mention THEN NULL ELSE description END,
      control = CASE WHEN control ~* p_mention THEN NULL ELSE control END
    WHERE id = ANY (p_ids);
    GET DIAGNOSTICS v_erased = ROW_COUNT;
    RETURN v_erased;
  END $$;`;
