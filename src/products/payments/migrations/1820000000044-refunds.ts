import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Refunds of online payments. */
export class Refunds1820000000044 extends SchemaPart {
  readonly name = 'Refunds1820000000044';

  protected statements(): string[] {
    return [REFUNDS, NEW_REFUNDS, REFUND_RULES, SUMS_FOLLOW];
  }
}

const STATUSES = `'refund_new', 'refund_pending', 'refund_completed', 'refund_rejected', 'refund_failed'`;

// id: also the reference at the acquirer. next_poll_at: when a worker sends or polls it next. channel, connector and test are copied from the paid attempt.
// completed_at stays when the acquirer reverses the refund, and so tells a reversed refund from one that never completed.
const REFUNDS = `
  CREATE TABLE payment_refund (
    id uuid PRIMARY KEY,
    transaction_id uuid NOT NULL REFERENCES payment_transaction (id),
    service_id text NOT NULL REFERENCES service (id),
    attempt_reference uuid NOT NULL REFERENCES payment_attempt (reference),
    channel text NOT NULL,
    connector text NOT NULL,
    test boolean NOT NULL,
    status text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    wallet_minor bigint NOT NULL,
    provider_ref text,
    raw_code text,
    conflict text,
    conflict_minor bigint,
    conflict_currency text,
    next_poll_at timestamptz,
    poll_count integer NOT NULL DEFAULT 0,
    trace_parent text,
    sent_at timestamptz,
    completed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payment_refund_status_known CHECK (status IN (${STATUSES})),
    CONSTRAINT payment_refund_amounts CHECK (amount_minor > 0 AND wallet_minor >= 0),
    CONSTRAINT payment_refund_sent_is_dated CHECK ((status = 'refund_new') = (sent_at IS NULL)),
    CONSTRAINT payment_refund_completed_is_dated CHECK (CASE status WHEN 'refund_completed' THEN completed_at IS NOT NULL
      WHEN 'refund_failed' THEN true ELSE completed_at IS NULL END),
    CONSTRAINT payment_refund_open_is_polled CHECK (next_poll_at IS NOT NULL OR status NOT IN ('refund_new', 'refund_pending')),
    CONSTRAINT payment_refund_conflict_known CHECK (conflict IN ('other_sum', 'completed_after_release', 'rejected_after_completion')),
    CONSTRAINT payment_refund_conflict_currency CHECK ((conflict_minor IS NULL) = (conflict_currency IS NULL)),
    CONSTRAINT payment_refund_given_bounded CHECK (octet_length(provider_ref) <= 255 AND octet_length(raw_code) <= 255)
  );
  CREATE INDEX payment_refund_of_transaction ON payment_refund (transaction_id, created_at, id);
  CREATE UNIQUE INDEX payment_refund_by_provider_ref ON payment_refund (connector, provider_ref) WHERE provider_ref IS NOT NULL;
  CREATE INDEX payment_refund_due ON payment_refund (connector, next_poll_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX payment_refund_open ON payment_refund (connector, status, created_at) WHERE status IN ('refund_new', 'refund_pending');
  CREATE INDEX payment_refund_for_staff ON payment_refund (created_at)
    WHERE status IN ('refund_new', 'refund_pending') OR conflict IS NOT NULL;`;

// Locks the payment, so that concurrent refunds wait for each other. The value is checked together with that of chargebacks.
const NEW_REFUNDS = `
  CREATE FUNCTION payment_refund_matches_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    payment record;
  BEGIN
    SELECT * INTO payment FROM public.payment_transaction WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
    IF payment.status IS DISTINCT FROM 'transaction_paid' THEN
      RAISE EXCEPTION 'payment % is not paid', NEW.transaction_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_of_paid';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_attempt a WHERE a.reference = NEW.attempt_reference AND a.state = 'paid'
        AND (a.transaction_id, a.service_id, a.channel, a.connector, a.test, a.currency)
          = (NEW.transaction_id, NEW.service_id, NEW.channel, NEW.connector, NEW.test, NEW.currency)) THEN
      RAISE EXCEPTION 'refund % does not match the paid attempt', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_of_paid_attempt';
    END IF;
    IF NEW.status <> 'refund_new' THEN
      RAISE EXCEPTION 'refund % does not begin as new', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_begins_new';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_refund_matches_payment BEFORE INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_refund_matches_payment();`;

const REFUND_RULES = `
  CREATE FUNCTION payment_refund_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('refund_new', 'refund_pending'), ('refund_pending', 'refund_completed'), ('refund_pending', 'refund_rejected'),
         ('refund_pending', 'refund_failed'), ('refund_completed', 'refund_failed')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_forward_only';
    END IF;
    IF (NEW.id, NEW.transaction_id, NEW.service_id, NEW.attempt_reference, NEW.channel, NEW.connector, NEW.test, NEW.amount_minor, NEW.currency, NEW.wallet_minor, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.transaction_id, OLD.service_id, OLD.attempt_reference, OLD.channel, OLD.connector, OLD.test, OLD.amount_minor, OLD.currency, OLD.wallet_minor, OLD.created_at) THEN
      RAISE EXCEPTION 'refund % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_immutable';
    END IF;
    IF OLD.sent_at IS NOT NULL AND NEW.sent_at IS DISTINCT FROM OLD.sent_at OR OLD.status <> 'refund_pending' AND NEW.completed_at IS DISTINCT FROM OLD.completed_at
       OR NEW.status <> 'refund_completed' AND NEW.completed_at IS DISTINCT FROM OLD.completed_at THEN
      RAISE EXCEPTION 'the times of refund % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_dates_immutable';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_refund_guard BEFORE UPDATE ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_refund_guard();`;

// Runs as the owner: nobody else may write the sums.
const SUMS_FOLLOW = `
  CREATE FUNCTION payment_refund_moves_sums() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    has_now boolean := NEW.status IN ('refund_new', 'refund_pending', 'refund_completed');
    had boolean := TG_OP = 'UPDATE' AND OLD.status IN ('refund_new', 'refund_pending', 'refund_completed');
    is_back boolean := NEW.status = 'refund_completed';
    was_back boolean := TG_OP = 'UPDATE' AND OLD.status = 'refund_completed';
  BEGIN
    UPDATE public.payment_transaction SET
      refund_count = refund_count + (TG_OP = 'INSERT')::int,
      refund_minor = refund_minor + NEW.amount_minor * (has_now::int - had::int),
      refund_pln_minor = refund_pln_minor + NEW.wallet_minor * (has_now::int - had::int),
      refunded_minor = refunded_minor + NEW.amount_minor * (is_back::int - was_back::int)
    WHERE id = NEW.transaction_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_refund_made AFTER INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_refund_moves_sums();
  CREATE TRIGGER payment_refund_moved AFTER UPDATE ON payment_refund
    FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION payment_refund_moves_sums();`;
