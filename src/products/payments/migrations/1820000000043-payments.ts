import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Online payments: channels of services, transactions, attempts at channels, callbacks of acquirers. */
export class Payments1820000000043 extends SchemaPart {
  readonly name = 'Payments1820000000043';

  protected statements(): string[] {
    return [SETTINGS, TRANSACTIONS, TRANSACTION_RULES, LINK_RULES, EMAIL_HASH, ATTEMPTS, ATTEMPT_RULES, REPORTS];
  }
}

// currencies, min_minor, max_minor: null is the default of the catalogue. commission_fixed_minor is in grosz.
const SETTINGS = `
  CREATE TABLE payment_channel (
    service_id text NOT NULL REFERENCES service (id),
    channel text NOT NULL,
    enabled boolean NOT NULL,
    commission_bp integer NOT NULL,
    commission_fixed_minor bigint NOT NULL,
    currencies text[],
    min_minor bigint,
    max_minor bigint,
    PRIMARY KEY (service_id, channel),
    CONSTRAINT payment_channel_form CHECK (channel ~ '^[a-z0-9_-]{1,32}$'),
    CONSTRAINT payment_channel_commission CHECK (commission_bp BETWEEN 0 AND 9900 AND commission_fixed_minor BETWEEN 0 AND 99999999),
    CONSTRAINT payment_channel_currencies CHECK (cardinality(currencies) > 0 AND array_to_string(currencies, '') ~ '^([A-Z]{3})+$'),
    CONSTRAINT payment_channel_limits CHECK (min_minor >= 0 AND max_minor > 0 AND max_minor >= min_minor)
  );`;

const STATUSES = `'transaction_new', 'transaction_confirmed', 'transaction_generated', 'transaction_paid', 'transaction_failure',
      'transaction_expired', 'transaction_canceled', 'transaction_refunded', 'transaction_fraud', 'transaction_fraud_possibility'`;

// amount_minor and currency: what the payer pays. pln_minor: its value at pln_rate. JSON of the partner is stored as it was sent (json, not jsonb).
// due_at: when the payment expires if nothing is pending. link_id: the payment link with which it was begun. email_hash: a hash of the payer's address
// with a key that is not in the database. refund_count, refund_minor, refund_pln_minor, refunded_minor: written only by the trigger of the refunds.
// refund_minor and refund_pln_minor are the sums of open and completed refunds in the currency and in PLN, refunded_minor is that of completed ones.
const TRANSACTIONS = `
  CREATE TABLE payment_transaction (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    link_id uuid,
    payer_transaction_id text NOT NULL,
    status text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    pln_minor bigint NOT NULL,
    pln_rate numeric(20, 10) NOT NULL,
    channel text,
    test boolean NOT NULL DEFAULT false,
    commission_minor bigint,
    partner_minor bigint,
    control text,
    description text,
    referer text,
    success_url text,
    failure_url text,
    pending_url text,
    customer json,
    email_hash bytea,
    antifraud json,
    billing json,
    shipping json,
    cart json,
    offered_subscription json,
    direct_channel text,
    offered_channels json NOT NULL,
    attempt_count smallint NOT NULL DEFAULT 0,
    code_count smallint NOT NULL DEFAULT 0,
    refund_count smallint NOT NULL DEFAULT 0,
    refund_minor bigint NOT NULL DEFAULT 0,
    refund_pln_minor bigint NOT NULL DEFAULT 0,
    refunded_minor bigint NOT NULL DEFAULT 0,
    failure_reason text,
    hold_reason text,
    held_at timestamptz,
    paid_at timestamptz,
    trace_parent text,
    expires_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    erased_at timestamptz,
    CONSTRAINT payment_transaction_link_known FOREIGN KEY (link_id) REFERENCES payment_link (id),
    CONSTRAINT payment_transaction_payer_id_once UNIQUE (payer_transaction_id),
    CONSTRAINT payment_transaction_payer_id_form CHECK (payer_transaction_id ~ '^[A-Z0-9]{8}$'),
    CONSTRAINT payment_transaction_status_known CHECK (status IN (${STATUSES})),
    CONSTRAINT payment_transaction_amounts CHECK (amount_minor BETWEEN 0 AND 99999999 AND pln_minor >= 0),
    CONSTRAINT payment_transaction_zero_amount_is_setup CHECK (amount_minor > 0 OR direct_channel IS NOT DISTINCT FROM 'blik-recurrent'),
    CONSTRAINT payment_transaction_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT payment_transaction_pln_value CHECK (pln_rate > 0 AND pln_minor = round(amount_minor * pln_rate) AND (currency <> 'PLN' OR pln_rate = 1)),
    CONSTRAINT payment_transaction_shares CHECK ((commission_minor IS NULL) = (partner_minor IS NULL)
      AND commission_minor >= 0 AND partner_minor >= 0 AND commission_minor + partner_minor = pln_minor),
    CONSTRAINT payment_transaction_money_has_channel CHECK (commission_minor IS NULL OR channel IS NOT NULL),
    CONSTRAINT payment_transaction_control_length CHECK (char_length(control) <= 255),
    CONSTRAINT payment_transaction_description_length CHECK (char_length(description) <= 64),
    CONSTRAINT payment_transaction_referer_length CHECK (char_length(referer) BETWEEN 6 AND 64),
    CONSTRAINT payment_transaction_given_bounded CHECK (coalesce(octet_length(customer::text), 0) + coalesce(octet_length(antifraud::text), 0)
      + coalesce(octet_length(billing::text), 0) + coalesce(octet_length(shipping::text), 0) + coalesce(octet_length(cart::text), 0) <= 524288),
    CONSTRAINT payment_transaction_subscription_is_recurring CHECK (offered_subscription IS NULL OR direct_channel = 'blik-recurrent'),
    CONSTRAINT payment_transaction_subscription_bounded CHECK (octet_length(offered_subscription::text) <= 16384),
    CONSTRAINT payment_transaction_erased_has_no_payer CHECK (erased_at IS NULL OR num_nonnulls(antifraud, billing, shipping, cart) = 0),
    CONSTRAINT payment_transaction_email_hash_form CHECK (octet_length(email_hash) = 32),
    CONSTRAINT payment_transaction_erased_without_hash CHECK (erased_at IS NULL OR email_hash IS NULL),
    CONSTRAINT payment_transaction_tries CHECK (attempt_count BETWEEN 0 AND 10 AND code_count BETWEEN 0 AND 5),
    CONSTRAINT payment_transaction_paid_is_dated CHECK ((status IN ('transaction_paid', 'transaction_refunded')) <= (paid_at IS NOT NULL AND commission_minor IS NOT NULL)),
    CONSTRAINT payment_transaction_held_is_dated CHECK ((status = 'transaction_fraud_possibility') <= (held_at IS NOT NULL AND hold_reason IS NOT NULL AND commission_minor IS NOT NULL)),
    CONSTRAINT payment_transaction_refunds_not_above_paid CHECK (refunded_minor BETWEEN 0 AND refund_minor
      AND refund_minor <= amount_minor AND refund_pln_minor BETWEEN 0 AND pln_minor),
    CONSTRAINT payment_transaction_refunds_bounded CHECK (refund_count BETWEEN 0 AND 1000),
    CONSTRAINT payment_transaction_refunded_is_back CHECK (status <> 'transaction_refunded' OR refunded_minor = amount_minor)
  );
  CREATE INDEX payment_transaction_with_payer ON payment_transaction (created_at) WHERE erased_at IS NULL;
  CREATE INDEX payment_transaction_list ON payment_transaction (service_id, created_at, id);
  CREATE INDEX payment_transaction_by_status ON payment_transaction (service_id, status, created_at, id) INCLUDE (control, channel);
  CREATE INDEX payment_transaction_by_control ON payment_transaction (service_id, control, created_at, id) INCLUDE (status, channel) WHERE control IS NOT NULL;
  CREATE INDEX payment_transaction_by_channel ON payment_transaction (service_id, channel, created_at, id) INCLUDE (status, control) WHERE channel IS NOT NULL;
  CREATE INDEX payment_transaction_of_link ON payment_transaction (link_id, created_at, id) WHERE link_id IS NOT NULL;
  CREATE INDEX payment_transaction_by_email ON payment_transaction (email_hash, service_id, created_at, id) WHERE email_hash IS NOT NULL;
  CREATE INDEX payment_transaction_due ON payment_transaction (due_at) WHERE status IN ('transaction_new', 'transaction_generated');
  CREATE INDEX payment_transaction_held ON payment_transaction (held_at) WHERE status = 'transaction_fraud_possibility';`;

// The database accepts only these transitions. Amounts cannot change, nor what was paid. A payment is paid or held only with such an attempt.
const TRANSACTION_RULES = `
  CREATE FUNCTION payment_transaction_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('transaction_new', 'transaction_generated'), ('transaction_new', 'transaction_canceled'), ('transaction_new', 'transaction_expired'),
         ('transaction_new', 'transaction_failure'),
         ('transaction_generated', 'transaction_confirmed'), ('transaction_generated', 'transaction_paid'), ('transaction_generated', 'transaction_failure'),
         ('transaction_generated', 'transaction_canceled'), ('transaction_generated', 'transaction_expired'),
         ('transaction_generated', 'transaction_fraud_possibility'),
         ('transaction_confirmed', 'transaction_paid'), ('transaction_confirmed', 'transaction_failure'), ('transaction_confirmed', 'transaction_fraud_possibility'),
         ('transaction_fraud_possibility', 'transaction_paid'), ('transaction_fraud_possibility', 'transaction_fraud'),
         ('transaction_canceled', 'transaction_paid'), ('transaction_failure', 'transaction_paid'), ('transaction_expired', 'transaction_paid'),
         ('transaction_paid', 'transaction_refunded'), ('transaction_paid', 'transaction_fraud'), ('transaction_refunded', 'transaction_paid')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.payer_transaction_id, NEW.amount_minor, NEW.currency, NEW.pln_minor, NEW.pln_rate, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.payer_transaction_id, OLD.amount_minor, OLD.currency, OLD.pln_minor, OLD.pln_rate, OLD.created_at) THEN
      RAISE EXCEPTION 'amounts of payment % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_immutable';
    END IF;
    IF OLD.commission_minor IS NOT NULL AND (NEW.channel, NEW.test, NEW.commission_minor, NEW.partner_minor, NEW.held_at)
       IS DISTINCT FROM (OLD.channel, OLD.test, OLD.commission_minor, OLD.partner_minor, OLD.held_at) THEN
      RAISE EXCEPTION 'what was paid for payment % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_immutable';
    END IF;
    IF OLD.commission_minor IS NULL AND NEW.commission_minor IS NOT NULL AND NOT EXISTS (
      SELECT FROM public.payment_attempt a WHERE a.transaction_id = NEW.id AND a.state IN ('paid', 'held')
        AND (a.channel, a.test, a.pln_minor, a.commission_minor, a.partner_minor) = (NEW.channel, NEW.test, NEW.pln_minor, NEW.commission_minor, NEW.partner_minor)) THEN
      RAISE EXCEPTION 'payment % has no paid or held attempt with its channel and amounts', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_by_attempt';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_transaction_guard BEFORE UPDATE ON payment_transaction FOR EACH ROW EXECUTE FUNCTION payment_transaction_guard();

  -- The deadline for refunds counts from paid_at, so it is set once, even when the payment is paid again after a reversed refund.
  CREATE FUNCTION payment_transaction_paid_at_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION 'the time of payment of payment % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_at_immutable';
  END $$;
  CREATE TRIGGER payment_transaction_paid_at_immutable BEFORE UPDATE ON payment_transaction FOR EACH ROW
    WHEN (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) EXECUTE FUNCTION payment_transaction_paid_at_immutable();`;

// The payment of a single-use link locks the link exclusively, so that a second payment sees the first one. Payments of other links share the lock, which
// conflicts only with disabling the link.
const LINK_RULES = `
  CREATE FUNCTION payment_transaction_matches_link() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    link payment_link;
  BEGIN
    SELECT * INTO link FROM payment_link WHERE id = NEW.link_id;
    IF link.single_use THEN
      SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR NO KEY UPDATE;
    ELSE
      SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR SHARE;
    END IF;
    IF (NEW.service_id, NEW.currency) IS DISTINCT FROM (link.service_id, link.currency)
       OR NEW.amount_minor NOT BETWEEN coalesce(link.amount_minor, link.min_minor, 1) AND coalesce(link.amount_minor, link.max_minor, NEW.amount_minor) THEN
      RAISE EXCEPTION 'the terms of link % do not match the payment', link.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_terms_matched';
    END IF;
    IF link.status <> 'link_active' OR link.expires_at <= NEW.created_at THEN
      RAISE EXCEPTION 'link % has ended', link.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_has_ended';
    END IF;
    IF link.single_use AND EXISTS (SELECT FROM payment_transaction t WHERE t.link_id = link.id
         AND t.status NOT IN ('transaction_failure', 'transaction_expired', 'transaction_canceled')) THEN
      RAISE EXCEPTION 'link % can be used for one payment only', link.id USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_link_used_once';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_transaction_matches_link BEFORE INSERT ON payment_transaction
    FOR EACH ROW WHEN (NEW.link_id IS NOT NULL) EXECUTE FUNCTION payment_transaction_matches_link();

  -- The texts of a single-use link are about its one payer, and are erased with the payment. Without a payment they stay.
  CREATE FUNCTION payment_link_erase() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE payment_link SET description = NULL, control = NULL WHERE id = NEW.link_id AND single_use
      AND NEW.status NOT IN ('transaction_failure', 'transaction_expired', 'transaction_canceled');
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_transaction_erase_link AFTER UPDATE OF erased_at ON payment_transaction
    FOR EACH ROW WHEN (NEW.link_id IS NOT NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION payment_link_erase();`;

// The hash by which staff find payments of an e-mail address is deleted when the payer is erased.
const EMAIL_HASH = `
  CREATE FUNCTION payment_erase_email_hash() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.email_hash := NULL;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_transaction_erase_email_hash BEFORE UPDATE OF erased_at ON payment_transaction
    FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION payment_erase_email_hash();`;

// Live attempts may still pay the transaction. payer_ip, payer_email, system_id: velocity is counted by them, within one partner. conflict: how a later
// status update conflicts with what is booked. corrected_minor: the suspense that became the payment's.
const ATTEMPTS = `
  CREATE TABLE payment_attempt (
    reference uuid PRIMARY KEY,
    transaction_id uuid NOT NULL REFERENCES payment_transaction (id),
    service_id text NOT NULL REFERENCES service (id),
    partner_id uuid,
    channel text NOT NULL,
    connector text NOT NULL,
    state text NOT NULL,
    test boolean NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    pln_minor bigint NOT NULL,
    commission_minor bigint NOT NULL,
    partner_minor bigint NOT NULL,
    payer_ip text,
    payer_email text,
    system_id text,
    provider_ref text,
    data jsonb,
    next jsonb NOT NULL,
    reason text,
    raw_code text,
    captured_minor bigint,
    captured_currency text,
    conflict text,
    conflict_at timestamptz,
    conflict_minor bigint,
    conflict_currency text,
    was_held boolean NOT NULL DEFAULT false,
    suspense_minor bigint,
    corrected_minor bigint,
    reversal_reference uuid,
    reversal_provider_ref text,
    reversed_at timestamptz,
    next_poll_at timestamptz,
    poll_count integer NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL,
    started_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payment_attempt_state_known CHECK (state IN ('sent', 'pending', 'authorized', 'paid', 'held', 'failed', 'canceled', 'expired', 'not_sent',
      'not_found', 'lapsed', 'return_due', 'returned', 'suspense')),
    CONSTRAINT payment_attempt_channel_form CHECK (channel ~ '^[a-z0-9_-]{1,32}$'),
    CONSTRAINT payment_attempt_connector_form CHECK (connector ~ '^[a-z0-9-]{1,64}$'),
    CONSTRAINT payment_attempt_amounts CHECK (amount_minor >= 0 AND pln_minor >= 0 AND commission_minor >= 0 AND partner_minor >= 0
      AND commission_minor + partner_minor = pln_minor),
    CONSTRAINT payment_attempt_closed_is_not_polled CHECK (next_poll_at IS NULL OR state IN ('sent', 'pending', 'authorized', 'lapsed', 'return_due',
      'paid', 'held', 'returned', 'suspense')),
    CONSTRAINT payment_attempt_conflict_known CHECK (conflict IN ('other_sum', 'failed_after_payment', 'canceled_after_payment',
      'expired_after_payment', 'return_other_sum', 'return_completed_after_failure', 'return_rejected_after_completion', 'return_failed_after_completion')),
    CONSTRAINT payment_attempt_conflict_dated CHECK ((conflict IS NULL) = (conflict_at IS NULL)),
    CONSTRAINT payment_attempt_conflict_currency CHECK ((conflict_minor IS NULL) = (conflict_currency IS NULL)),
    CONSTRAINT payment_attempt_has_partner CHECK (partner_id IS NOT NULL),
    CONSTRAINT payment_attempt_suspense_named CHECK ((state IN ('return_due', 'returned', 'suspense')) <= (suspense_minor >= 0)),
    CONSTRAINT payment_attempt_returned_by_name CHECK (state <> 'returned' OR reversal_reference IS NOT NULL),
    CONSTRAINT payment_attempt_given_bounded CHECK (octet_length(provider_ref) <= 255 AND octet_length(data::text) <= 16384
      AND octet_length(next::text) <= 65536 AND octet_length(raw_code) <= 255)
  );
  CREATE INDEX payment_attempt_of_transaction ON payment_attempt (transaction_id);
  CREATE UNIQUE INDEX payment_attempt_one_live ON payment_attempt (transaction_id) WHERE state IN ('sent', 'pending', 'authorized', 'paid', 'held');
  CREATE UNIQUE INDEX payment_attempt_by_provider_ref ON payment_attempt (connector, provider_ref) WHERE provider_ref IS NOT NULL;
  CREATE INDEX payment_attempt_by_return ON payment_attempt (connector, reversal_reference) WHERE reversal_reference IS NOT NULL;
  CREATE INDEX payment_attempt_conflicts ON payment_attempt (conflict_at) WHERE conflict IS NOT NULL;
  CREATE INDEX payment_attempt_due ON payment_attempt (connector, next_poll_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX payment_attempt_open ON payment_attempt (connector, state, updated_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX payment_attempt_for_staff ON payment_attempt (updated_at) WHERE state IN ('return_due', 'returned', 'suspense');
  CREATE INDEX payment_attempt_velocity_payer_ip ON payment_attempt (partner_id, payer_ip, updated_at) WHERE state IN ('paid', 'held') AND payer_ip IS NOT NULL;
  CREATE INDEX payment_attempt_velocity_payer_email ON payment_attempt (partner_id, payer_email, updated_at) WHERE state IN ('paid', 'held') AND payer_email IS NOT NULL;
  CREATE INDEX payment_attempt_velocity_system_id ON payment_attempt (partner_id, system_id, updated_at) WHERE state IN ('paid', 'held') AND system_id IS NOT NULL;`;

// A completed reversal may fail later (returned to suspense), and a failed one may complete later (suspense to returned), each once. Suspense because of
// a wrong amount may become the payment's.
const ATTEMPT_RULES = `
  CREATE FUNCTION payment_attempt_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF (NEW.reference, NEW.transaction_id, NEW.service_id, NEW.channel, NEW.connector, NEW.test, NEW.amount_minor, NEW.currency, NEW.pln_minor, NEW.commission_minor, NEW.partner_minor, NEW.started_at)
       IS DISTINCT FROM (OLD.reference, OLD.transaction_id, OLD.service_id, OLD.channel, OLD.connector, OLD.test, OLD.amount_minor, OLD.currency, OLD.pln_minor, OLD.commission_minor, OLD.partner_minor, OLD.started_at) THEN
      RAISE EXCEPTION 'attempt % cannot be changed', OLD.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_immutable';
    END IF;
    NEW.reversed_at := coalesce(OLD.reversed_at, CASE WHEN NEW.state = 'returned' THEN NEW.updated_at END);
    IF NEW.state <> OLD.state AND NOT (CASE OLD.state
        WHEN 'paid' THEN false
        WHEN 'held' THEN NEW.state IN ('paid', 'return_due')
        WHEN 'return_due' THEN NEW.state IN ('returned', 'suspense')
        WHEN 'returned' THEN NEW.state = 'suspense'
        WHEN 'suspense' THEN (NEW.state = 'returned' AND OLD.reversal_reference IS NOT NULL AND OLD.reversed_at IS NULL)
          OR (NEW.state IN ('paid', 'held') AND OLD.captured_minor IS NOT NULL AND NEW.corrected_minor = OLD.suspense_minor)
        ELSE true
      END) THEN
      RAISE EXCEPTION 'attempt % is captured: no transition from % to %', OLD.reference, OLD.state, NEW.state
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_forward_only';
    END IF;
    IF NEW.corrected_minor IS DISTINCT FROM OLD.corrected_minor AND NOT (OLD.state = 'suspense' AND NEW.state IN ('paid', 'held')) THEN
      RAISE EXCEPTION 'corrected_minor of attempt % is set once, when its suspense becomes the payment''s', OLD.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_corrected_once';
    END IF;
    IF NEW.state <> OLD.state AND NEW.state NOT IN ('sent', 'pending', 'authorized')
       AND EXISTS (SELECT FROM public.payment_code c WHERE c.attempt_reference = NEW.reference AND c.state = 'open') THEN
      RAISE EXCEPTION 'attempt % is closed but has an open code', OLD.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_codes_closed';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_attempt_guard BEFORE UPDATE ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_guard();

  -- partner_id is copied from the service, whose partner never changes.
  CREATE FUNCTION payment_attempt_partner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.partner_id := (SELECT s.partner_id FROM public.service s WHERE s.id = NEW.service_id);
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_attempt_partner BEFORE INSERT ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_partner();

  -- An attempt has the service and the amounts of its transaction.
  CREATE FUNCTION payment_attempt_matches_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM public.payment_transaction t WHERE t.id = NEW.transaction_id
        AND (t.service_id, t.amount_minor, t.currency, t.pln_minor) = (NEW.service_id, NEW.amount_minor, NEW.currency, NEW.pln_minor)) THEN
      RAISE EXCEPTION 'attempt % has another service or other amounts than its payment', NEW.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_amounts_of_payment';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_attempt_matches_transaction BEFORE INSERT ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_matches_transaction();`;

// Callbacks of acquirers, for support. The primary key makes repeated callbacks one row. When an acquirer gives two callbacks one id, or one that cannot
// be stored, event_id is a digest of the callback. event_name: the acquirer's id, where it can be stored. problem: why the callback could not be used;
// it was rejected once and is left to staff.
const REPORTS = `
  CREATE TABLE payment_callback (
    connector text NOT NULL,
    event_id text NOT NULL,
    kind text NOT NULL,
    attempt_reference uuid,
    refund_id uuid,
    alias_id uuid,
    subscription_id uuid,
    provider_ref text,
    outcome text NOT NULL,
    effect text NOT NULL,
    received_at timestamptz NOT NULL,
    amount_minor bigint,
    currency text,
    event_name text,
    problem text,
    PRIMARY KEY (connector, event_id),
    CONSTRAINT payment_callback_given_bounded CHECK (octet_length(event_id) <= 255 AND octet_length(provider_ref) <= 255)
  );
  CREATE INDEX payment_callback_by_name ON payment_callback (connector, event_name) WHERE event_name IS NOT NULL;
  CREATE INDEX payment_callback_of_attempt ON payment_callback (attempt_reference);
  CREATE INDEX payment_callback_for_staff ON payment_callback (received_at) WHERE effect IN ('unknown_attempt', 'for_staff');`;
