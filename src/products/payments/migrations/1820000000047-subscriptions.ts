import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Subscriptions and their charges. */
export class Subscriptions1820000000047 extends SchemaPart {
  readonly name = 'Subscriptions1820000000047';

  protected statements(): string[] {
    return [SUBSCRIPTIONS, SUBSCRIPTION_RULES, CHARGES, NEW_CHARGES, CHARGE_RULES, SUMS_FOLLOW, CHARGES_FOLLOW];
  }
}

const STATUSES = `'subscription_pending', 'subscription_active', 'subscription_cancelled', 'subscription_expired', 'subscription_finished',
      'subscription_fraudulent'`;

// id: also the reference of the mandate at the acquirer. next_poll_at: when a worker polls the mandate, or revokes that of an ended subscription. due_at:
// when it expires. charge_count, charge_minor: charges that are paid or pending; paid_count, paid_minor: paid ones. Only the trigger below writes these
// four, and the CHECKs protect them against errors of the program.
const SUBSCRIPTIONS = `
  CREATE TABLE payment_subscription (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    alias_id uuid NOT NULL UNIQUE REFERENCES payment_alias (id),
    transaction_id uuid NOT NULL REFERENCES payment_transaction (id),
    attempt_reference uuid NOT NULL UNIQUE REFERENCES payment_attempt (reference),
    status text NOT NULL,
    mode text NOT NULL,
    model text NOT NULL,
    connector text NOT NULL,
    test boolean NOT NULL,
    currency text NOT NULL,
    amount_limit_minor bigint,
    total_limit_minor bigint,
    count_limit integer,
    frequency text,
    initiation_at timestamptz,
    expires_at timestamptz,
    provider_ref text,
    data jsonb,
    next jsonb NOT NULL,
    reason text,
    raw_code text,
    cancelled_by text,
    cancelled_reason text,
    consent_evidence jsonb,
    charge_count integer NOT NULL DEFAULT 0,
    charge_minor bigint NOT NULL DEFAULT 0,
    paid_count integer NOT NULL DEFAULT 0,
    paid_minor bigint NOT NULL DEFAULT 0,
    request_key text,
    next_poll_at timestamptz,
    poll_count integer NOT NULL DEFAULT 0,
    due_at timestamptz,
    trace_parent text,
    activated_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    erased_at timestamptz,
    CONSTRAINT payment_subscription_status_known CHECK (status IN (${STATUSES})),
    CONSTRAINT payment_subscription_mode_known CHECK (mode IN ('BLIK', 'CARD')),
    CONSTRAINT payment_subscription_connector_form CHECK (connector ~ '^[a-z0-9-]{1,64}$'),
    CONSTRAINT payment_subscription_currency CHECK (currency = 'PLN'),
    CONSTRAINT payment_subscription_frequency_form CHECK (frequency ~ '^[1-9][0-9]{0,2}[DWMY]$'),
    CONSTRAINT payment_subscription_limits CHECK (amount_limit_minor > 0 AND total_limit_minor > 0 AND count_limit > 0),
    CONSTRAINT payment_subscription_terms_of_model CHECK (CASE model
      WHEN 'A' THEN num_nulls(amount_limit_minor, total_limit_minor, frequency, initiation_at, expires_at) = 0
      WHEN 'O' THEN num_nonnulls(amount_limit_minor, total_limit_minor, count_limit, frequency) = 0
      WHEN 'M' THEN num_nonnulls(amount_limit_minor, total_limit_minor, count_limit) = 0
      ELSE false END),
    CONSTRAINT payment_subscription_within_count_limit CHECK (charge_count <= count_limit),
    CONSTRAINT payment_subscription_within_total_limit CHECK (charge_minor <= total_limit_minor),
    CONSTRAINT payment_subscription_sums CHECK (paid_count BETWEEN 0 AND charge_count AND paid_minor BETWEEN 0 AND charge_minor),
    CONSTRAINT payment_subscription_cancelled_by_known CHECK (cancelled_by IN ('system', 'antifraud', 'merchant', 'payer', 'blik')),
    CONSTRAINT payment_subscription_cancelled_by_somebody
      CHECK ((status IN ('subscription_cancelled', 'subscription_fraudulent')) = (cancelled_by IS NOT NULL)),
    CONSTRAINT payment_subscription_active_is_dated CHECK (CASE status WHEN 'subscription_pending' THEN activated_at IS NULL
      WHEN 'subscription_active' THEN activated_at IS NOT NULL ELSE true END),
    CONSTRAINT payment_subscription_pending_is_polled CHECK (status <> 'subscription_pending' OR (next_poll_at IS NOT NULL AND due_at IS NOT NULL)),
    CONSTRAINT payment_subscription_given_bounded CHECK (octet_length(provider_ref) <= 255 AND octet_length(data::text) <= 16384
      AND octet_length(next::text) <= 65536 AND octet_length(raw_code) <= 255 AND char_length(cancelled_reason) <= 64
      AND octet_length(consent_evidence::text) <= 65536)
  );
  CREATE INDEX payment_subscription_list ON payment_subscription (service_id, created_at, id);
  CREATE INDEX payment_subscription_by_status ON payment_subscription (service_id, status, created_at, id) INCLUDE (mode);
  CREATE INDEX payment_subscription_by_mode ON payment_subscription (service_id, mode, created_at, id) INCLUDE (status);
  CREATE INDEX payment_subscription_of_transaction ON payment_subscription (transaction_id);
  CREATE UNIQUE INDEX payment_subscription_by_provider_ref ON payment_subscription (connector, provider_ref) WHERE provider_ref IS NOT NULL;
  CREATE INDEX payment_subscription_to_poll ON payment_subscription (connector, next_poll_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX payment_subscription_due ON payment_subscription (due_at) WHERE due_at IS NOT NULL;`;

const SUBSCRIPTION_RULES = `
  CREATE FUNCTION payment_subscription_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('subscription_pending', 'subscription_active'), ('subscription_pending', 'subscription_cancelled'), ('subscription_pending', 'subscription_expired'),
         ('subscription_active', 'subscription_cancelled'), ('subscription_active', 'subscription_expired'),
         ('subscription_active', 'subscription_finished'), ('subscription_active', 'subscription_fraudulent')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.alias_id, NEW.transaction_id, NEW.attempt_reference, NEW.mode, NEW.model, NEW.connector, NEW.test, NEW.currency,
          NEW.amount_limit_minor, NEW.total_limit_minor, NEW.count_limit, NEW.frequency, NEW.initiation_at, NEW.expires_at, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.alias_id, OLD.transaction_id, OLD.attempt_reference, OLD.mode, OLD.model, OLD.connector, OLD.test,
          OLD.currency, OLD.amount_limit_minor, OLD.total_limit_minor, OLD.count_limit, OLD.frequency, OLD.initiation_at, OLD.expires_at, OLD.created_at)
       OR OLD.consent_evidence IS NOT NULL AND NEW.consent_evidence IS DISTINCT FROM OLD.consent_evidence AND NEW.erased_at IS NOT DISTINCT FROM OLD.erased_at
       OR OLD.status <> 'subscription_pending' AND NEW.activated_at IS DISTINCT FROM OLD.activated_at THEN
      RAISE EXCEPTION 'the terms of subscription % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_immutable';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_subscription_guard BEFORE UPDATE ON payment_subscription FOR EACH ROW EXECUTE FUNCTION payment_subscription_guard();

  CREATE FUNCTION payment_subscription_matches_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.status <> 'subscription_pending' THEN
      RAISE EXCEPTION 'subscription % does not begin as pending', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_begins_pending';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_attempt a JOIN public.payment_alias l ON l.transaction_id = a.transaction_id
        WHERE a.reference = NEW.attempt_reference AND l.id = NEW.alias_id AND l.type = 'PAYID'
          AND (a.transaction_id, a.service_id, a.connector, a.test, a.currency) = (NEW.transaction_id, NEW.service_id, NEW.connector, NEW.test, NEW.currency)
          AND (l.service_id, l.connector, l.test) = (NEW.service_id, NEW.connector, NEW.test)) THEN
      RAISE EXCEPTION 'subscription % does not match its payment and alias', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_matches_payment';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_subscription_matches_payment BEFORE INSERT ON payment_subscription
    FOR EACH ROW EXECUTE FUNCTION payment_subscription_matches_payment();`;

// state: running (pending, or waits for the payer's confirmation), held (in review), taken (paid), free (released). All but free charges count against the
// limits; only taken ones use them up. number: the number of the retry within the billing period. hold_reason: the rule that requires the payer's
// confirmation.
const CHARGES = `
  CREATE TABLE payment_charge (
    id uuid PRIMARY KEY,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    subscription_id uuid NOT NULL REFERENCES payment_subscription (id),
    transaction_id uuid NOT NULL REFERENCES payment_transaction (id),
    attempt_reference uuid UNIQUE REFERENCES payment_attempt (reference),
    state text NOT NULL,
    model text NOT NULL,
    amount_minor bigint NOT NULL,
    number smallint NOT NULL,
    period integer,
    label text,
    lines jsonb NOT NULL,
    hold_reason text,
    confirmed_at timestamptz,
    request_key text,
    created_at timestamptz NOT NULL,
    CONSTRAINT payment_charge_state_known CHECK (state IN ('running', 'held', 'taken', 'free')),
    CONSTRAINT payment_charge_amount CHECK (amount_minor > 0 AND (model <> 'O' OR amount_minor <= 200000)),
    CONSTRAINT payment_charge_number CHECK (number BETWEEN 0 AND 9),
    CONSTRAINT payment_charge_label_length CHECK (char_length(label) <= 35),
    CONSTRAINT payment_charge_lines_bounded CHECK (octet_length(lines::text) <= 2048),
    CONSTRAINT payment_charge_taken_by_attempt CHECK (state NOT IN ('held', 'taken') OR attempt_reference IS NOT NULL),
    CONSTRAINT payment_charge_sent_when_confirmed CHECK (hold_reason IS NULL OR (attempt_reference IS NULL) = (confirmed_at IS NULL))
  );
  CREATE INDEX payment_charge_of_subscription ON payment_charge (subscription_id, sequence);
  CREATE INDEX payment_charge_of_transaction ON payment_charge (transaction_id);
  CREATE UNIQUE INDEX payment_charge_one_running ON payment_charge (subscription_id) WHERE state = 'running';
  CREATE UNIQUE INDEX payment_charge_one_of_transaction ON payment_charge (transaction_id) WHERE state <> 'free';
  CREATE UNIQUE INDEX payment_charge_once_a_period ON payment_charge (subscription_id, period) WHERE model = 'A' AND state <> 'free';`;

// Locks the subscription, so that concurrent charges wait for each other.
const NEW_CHARGES = `
  CREATE FUNCTION payment_charge_matches_subscription() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    subscription record;
  BEGIN
    SELECT * INTO subscription FROM public.payment_subscription WHERE id = NEW.subscription_id FOR NO KEY UPDATE;
    IF subscription.status IS DISTINCT FROM 'subscription_active' OR NEW.model <> subscription.model OR NEW.state <> 'running' THEN
      RAISE EXCEPTION 'subscription % cannot be charged', NEW.subscription_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_of_active';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_transaction t WHERE t.id = NEW.transaction_id AND t.direct_channel = 'blik-recurrent'
        AND (t.service_id, t.amount_minor, t.currency) = (subscription.service_id, NEW.amount_minor, subscription.currency)) THEN
      RAISE EXCEPTION 'charge % does not match its payment', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_matches_payment';
    END IF;
    IF NEW.amount_minor > subscription.amount_limit_minor THEN
      RAISE EXCEPTION 'charge % exceeds the limit per charge', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_amount_limit';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_charge_matches_subscription BEFORE INSERT ON payment_charge FOR EACH ROW EXECUTE FUNCTION payment_charge_matches_subscription();`;

const CHARGE_RULES = `
  CREATE FUNCTION payment_charge_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF (NEW.id, NEW.subscription_id, NEW.transaction_id, NEW.model, NEW.amount_minor, NEW.number, NEW.period, NEW.hold_reason, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.subscription_id, OLD.transaction_id, OLD.model, OLD.amount_minor, OLD.number, OLD.period, OLD.hold_reason, OLD.created_at)
       OR OLD.attempt_reference IS NOT NULL AND NEW.attempt_reference IS DISTINCT FROM OLD.attempt_reference
       OR OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at THEN
      RAISE EXCEPTION 'charge % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_immutable';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_charge_guard BEFORE UPDATE ON payment_charge FOR EACH ROW EXECUTE FUNCTION payment_charge_guard();`;

// Runs as the owner, because the application may not write the sums. A subscription whose limits are used up is due at once; a worker finishes it.
const SUMS_FOLLOW = `
  CREATE FUNCTION payment_charge_moves_sums() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    counts integer := (NEW.state <> 'free')::int - (TG_OP = 'UPDATE' AND OLD.state <> 'free')::int;
    pays integer := (NEW.state = 'taken')::int - (TG_OP = 'UPDATE' AND OLD.state = 'taken')::int;
  BEGIN
    UPDATE public.payment_subscription s SET
      charge_count = s.charge_count + counts,
      charge_minor = s.charge_minor + NEW.amount_minor * counts,
      paid_count = s.paid_count + pays,
      paid_minor = s.paid_minor + NEW.amount_minor * pays,
      due_at = CASE WHEN s.status = 'subscription_active' AND (s.paid_count + pays >= s.count_limit OR s.paid_minor + NEW.amount_minor * pays >= s.total_limit_minor)
        THEN 'epoch'::timestamptz ELSE s.due_at END
    WHERE s.id = NEW.subscription_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_charge_made AFTER INSERT ON payment_charge FOR EACH ROW EXECUTE FUNCTION payment_charge_moves_sums();
  CREATE TRIGGER payment_charge_moved AFTER UPDATE ON payment_charge
    FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION payment_charge_moves_sums();`;

// The state of a charge follows its attempt, or its payment while it waits for the payer's confirmation and has no attempt. An abandoned attempt may
// still be captured, so its charge stays running. A failed attempt that turns out to be known at the acquirer stays free until it is captured.
const CHARGES_FOLLOW = `
  CREATE FUNCTION payment_charge_follows_attempt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE public.payment_charge SET state = CASE NEW.state WHEN 'paid' THEN 'taken' WHEN 'held' THEN 'held' ELSE 'free' END
    WHERE attempt_reference = NEW.reference;
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_attempt_moves_charge AFTER UPDATE ON payment_attempt
    FOR EACH ROW WHEN (NEW.channel = 'blik-recurrent' AND NEW.state <> OLD.state AND NEW.state NOT IN ('sent', 'pending', 'authorized', 'lapsed'))
    EXECUTE FUNCTION payment_charge_follows_attempt();

  CREATE FUNCTION payment_charge_follows_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE public.payment_charge SET state = 'free' WHERE transaction_id = NEW.id AND attempt_reference IS NULL AND state = 'running';
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_transaction_frees_charge AFTER UPDATE ON payment_transaction
    FOR EACH ROW WHEN (NEW.direct_channel = 'blik-recurrent' AND NEW.status <> OLD.status
      AND NEW.status IN ('transaction_expired', 'transaction_canceled', 'transaction_failure')) EXECUTE FUNCTION payment_charge_follows_payment();`;
