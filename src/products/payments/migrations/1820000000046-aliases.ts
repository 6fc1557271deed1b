import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** BLIK: aliases of payers in banks' apps, for payments without a code (UID) and for subscriptions (PAYID); and tickets. */
export class Aliases1820000000046 extends SchemaPart {
  readonly name = 'Aliases1820000000046';

  protected statements(): string[] {
    return [ALIASES, ALIAS_RULES, CODES];
  }
}

const STATUSES = `'alias_pending_registration', 'alias_active', 'alias_unregistered', 'alias_expired'`;

// id: also the reference at the acquirer. The value of a PAYID that is pending or was ever active is unique; an active UID is unique per service and
// app (blik_key). next_poll_at: when a worker polls the alias, or unregisters an ended one at the acquirer. wire_value: the value at the acquirer, see
// wireValueOf(). disclosed_apps: apps with the alias that were named to the service. A PAYID is polled with its mandate.
const ALIASES = `
  CREATE TABLE payment_alias (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    type text NOT NULL,
    value text NOT NULL,
    wire_value text NOT NULL,
    disclosed_apps text[] NOT NULL DEFAULT '{}',
    label text NOT NULL,
    blik_key text,
    status text NOT NULL,
    connector text NOT NULL,
    test boolean NOT NULL,
    transaction_id uuid NOT NULL REFERENCES payment_transaction (id),
    provider_ref text,
    data jsonb,
    next_poll_at timestamptz,
    poll_count integer NOT NULL DEFAULT 0,
    closed_by text,
    reason text,
    raw_code text,
    activated_at timestamptz,
    expires_at timestamptz,
    trace_parent text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payment_alias_type_known CHECK (type IN ('PAYID', 'UID')),
    CONSTRAINT payment_alias_status_known CHECK (status IN (${STATUSES})),
    CONSTRAINT payment_alias_closed_by_known CHECK (closed_by IN ('partner', 'channel', 'payment', 'successor', 'time', 'gateway')),
    CONSTRAINT payment_alias_connector_form CHECK (connector ~ '^[a-z0-9-]{1,64}$'),
    CONSTRAINT payment_alias_value_length CHECK (char_length(value) BETWEEN 1 AND 128),
    CONSTRAINT payment_alias_wire_value_scoped CHECK (wire_value = CASE WHEN type = 'PAYID' OR value = 'erased-' || id THEN value
      ELSE encode(sha256(convert_to(service_id || ':' || value, 'UTF8')), 'hex') END),
    CONSTRAINT payment_alias_disclosed_apps_bounded CHECK (cardinality(disclosed_apps) <= 20 AND octet_length(disclosed_apps::text) <= 16384),
    CONSTRAINT payment_alias_label_length CHECK (char_length(label) <= 35),
    CONSTRAINT payment_alias_payid_has_no_app CHECK (type = 'UID' OR (blik_key IS NULL AND next_poll_at IS NULL)),
    CONSTRAINT payment_alias_active_is_dated CHECK (CASE status WHEN 'alias_pending_registration' THEN activated_at IS NULL
      WHEN 'alias_active' THEN activated_at IS NOT NULL ELSE true END),
    CONSTRAINT payment_alias_pending_is_polled CHECK (type = 'PAYID' OR status <> 'alias_pending_registration' OR next_poll_at IS NOT NULL),
    CONSTRAINT payment_alias_end_has_cause CHECK ((status IN ('alias_unregistered', 'alias_expired')) = (closed_by IS NOT NULL)),
    CONSTRAINT payment_alias_given_bounded CHECK (octet_length(blik_key) <= 255 AND octet_length(provider_ref) <= 255 AND octet_length(data::text) <= 16384
      AND octet_length(raw_code) <= 255 AND char_length(reason) <= 64)
  );
  CREATE INDEX payment_alias_list ON payment_alias (service_id, created_at, id);
  CREATE INDEX payment_alias_by_status ON payment_alias (service_id, status, created_at, id) INCLUDE (type, value);
  CREATE INDEX payment_alias_by_type ON payment_alias (service_id, type, created_at, id) INCLUDE (status, value);
  CREATE INDEX payment_alias_by_value ON payment_alias (service_id, value, created_at, id) INCLUDE (status, type);
  CREATE INDEX payment_alias_of_transaction ON payment_alias (transaction_id);
  CREATE UNIQUE INDEX payment_alias_payid_once ON payment_alias (value)
    WHERE type = 'PAYID' AND (status = 'alias_pending_registration' OR activated_at IS NOT NULL);
  CREATE UNIQUE INDEX payment_alias_uid_once_per_app ON payment_alias (service_id, value, coalesce(blik_key, ''))
    WHERE type = 'UID' AND status = 'alias_active';
  CREATE UNIQUE INDEX payment_alias_by_provider_ref ON payment_alias (connector, provider_ref) WHERE provider_ref IS NOT NULL;
  CREATE INDEX payment_alias_due ON payment_alias (connector, next_poll_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX payment_alias_expiring ON payment_alias (expires_at) WHERE type = 'UID' AND status = 'alias_active' AND expires_at IS NOT NULL;`;

// The value of an ended alias may be erased; it then contains the alias's id.
const ALIAS_RULES = `
  CREATE FUNCTION payment_alias_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    erased boolean := OLD.closed_by IS NOT NULL AND NEW.value = 'erased-' || OLD.id AND NEW.blik_key IS NULL;
  BEGIN
    IF erased THEN
      NEW.wire_value := NEW.value;
      NEW.disclosed_apps := '{}';
    END IF;
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('alias_pending_registration', 'alias_active'), ('alias_pending_registration', 'alias_unregistered'),
         ('alias_pending_registration', 'alias_expired'), ('alias_active', 'alias_unregistered'), ('alias_active', 'alias_expired')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.type, CASE WHEN erased THEN OLD.value ELSE NEW.value END, NEW.connector, NEW.test, NEW.transaction_id, NEW.created_at)
         IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.type, OLD.value, OLD.connector, OLD.test, OLD.transaction_id, OLD.created_at)
       OR NEW.wire_value IS DISTINCT FROM OLD.wire_value AND NOT erased
       OR NEW.blik_key IS DISTINCT FROM OLD.blik_key AND OLD.blik_key IS NOT NULL AND NOT erased
       OR NEW.activated_at IS DISTINCT FROM OLD.activated_at AND OLD.status <> 'alias_pending_registration' THEN
      RAISE EXCEPTION 'alias % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_immutable';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_alias_guard BEFORE UPDATE ON payment_alias FOR EACH ROW EXECUTE FUNCTION payment_alias_guard();

  CREATE FUNCTION payment_alias_matches_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.status <> 'alias_pending_registration' THEN
      RAISE EXCEPTION 'alias % does not begin as pending', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_begins_pending';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_transaction t WHERE t.id = NEW.transaction_id AND t.service_id = NEW.service_id) THEN
      RAISE EXCEPTION 'alias % has another service than its payment', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_matches_service';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_alias_matches_payment BEFORE INSERT ON payment_alias FOR EACH ROW EXECUTE FUNCTION payment_alias_matches_payment();`;

// Codes themselves are not stored. An attempt has at most one open ticket; the next one waits for its outcome. alias_id: the alias that was used instead
// of a code. registers_alias_id: the alias that the payer's app registers when this code pays. request_key: the request's `Idempotency-Key`, so that a
// repeated request finds its outcome.
const CODES = `
  CREATE TABLE payment_code (
    reference uuid PRIMARY KEY,
    attempt_reference uuid NOT NULL REFERENCES payment_attempt (reference),
    registers_alias_id uuid REFERENCES payment_alias (id),
    alias_id uuid,
    request_key text,
    state text NOT NULL,
    reason text,
    raw_code text,
    sent_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payment_code_alias_known FOREIGN KEY (alias_id) REFERENCES payment_alias (id),
    CONSTRAINT payment_code_request_key_bounded CHECK (char_length(request_key) <= 255),
    CONSTRAINT payment_code_state_known CHECK (state IN ('open', 'refused', 'not_sent', 'paid', 'closed'))
  );
  CREATE INDEX payment_code_of_attempt ON payment_code (attempt_reference, sent_at);
  CREATE UNIQUE INDEX payment_code_one_open ON payment_code (attempt_reference) WHERE state = 'open';
  CREATE UNIQUE INDEX payment_code_once_per_request ON payment_code (attempt_reference, request_key) WHERE request_key IS NOT NULL AND state <> 'not_sent';
  CREATE UNIQUE INDEX payment_code_registers_once ON payment_code (registers_alias_id) WHERE registers_alias_id IS NOT NULL;`;
