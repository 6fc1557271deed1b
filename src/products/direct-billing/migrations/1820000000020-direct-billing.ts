import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** DirectBilling: services’ details and tariffs, transactions, charges at operators, and the erasure of payers. */
export class DirectBilling1820000000020 extends SchemaPart {
  readonly name = 'DirectBilling1820000000020';

  protected statements(): string[] {
    return [SERVICES, TRANSACTIONS, CHARGES, ERASURE];
  }
}

const SERVICES = `
  CREATE TABLE direct_billing_service (
    service_id text PRIMARY KEY REFERENCES service (id),
    suffix text NOT NULL,
    CONSTRAINT direct_billing_service_suffix_length CHECK (char_length(suffix) <= 120)
  );

  CREATE TABLE direct_billing_tariff (
    service_id text NOT NULL REFERENCES direct_billing_service (service_id),
    operator text NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    share_low_bp integer NOT NULL,
    share_middle_bp integer NOT NULL,
    share_high_bp integer NOT NULL,
    max_gross_minor bigint NOT NULL,
    PRIMARY KEY (service_id, operator),
    CONSTRAINT direct_billing_tariff_operator_known CHECK (operator IN ('orange', 'play', 't-mobile', 'plus')),
    CONSTRAINT direct_billing_tariff_share_range CHECK (share_low_bp BETWEEN 0 AND 9900 AND share_middle_bp BETWEEN 0 AND 9900 AND share_high_bp BETWEEN 0 AND 9900),
    CONSTRAINT direct_billing_tariff_max_positive CHECK (max_gross_minor > 0)
  );`;

const TRANSACTIONS = `
  CREATE TABLE direct_billing_transaction (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES direct_billing_service (service_id),
    status text NOT NULL,
    amount_type text NOT NULL,
    amount_minor bigint NOT NULL,
    gross_minor bigint NOT NULL,
    net_minor bigint NOT NULL,
    partner_minor bigint NOT NULL,
    tariffs jsonb NOT NULL,
    operator text,
    phone_number text,
    phone_fixed boolean NOT NULL DEFAULT false,
    test boolean NOT NULL DEFAULT false,
    control text,
    description text,
    success_url text,
    failure_url text,
    steamid text,
    code_reference uuid,
    code_sent_at timestamptz,
    code_count smallint NOT NULL DEFAULT 0,
    try_count smallint NOT NULL DEFAULT 0,
    rejection text,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    trace_parent text,
    erased_at timestamptz,
    CONSTRAINT direct_billing_transaction_status_known CHECK (status IN ('transaction_db_new', 'transaction_db_confirmed',
      'transaction_db_payed', 'transaction_db_rejected')),
    CONSTRAINT direct_billing_transaction_amount_type_known CHECK (amount_type IN ('required', 'net', 'gross')),
    CONSTRAINT direct_billing_transaction_amounts CHECK (amount_minor > 0 AND gross_minor > 0 AND net_minor BETWEEN 0 AND gross_minor
      AND partner_minor BETWEEN 0 AND net_minor),
    CONSTRAINT direct_billing_transaction_operator_known CHECK (operator IN ('orange', 'play', 't-mobile', 'plus')),
    CONSTRAINT direct_billing_transaction_charged_complete CHECK (status NOT IN ('transaction_db_confirmed', 'transaction_db_payed')
      OR (operator IS NOT NULL AND num_nonnulls(phone_number, erased_at) = 1)),
    CONSTRAINT direct_billing_transaction_erased_has_no_payer CHECK (erased_at IS NULL OR num_nonnulls(phone_number, steamid) = 0),
    CONSTRAINT direct_billing_transaction_phone_form CHECK (phone_number ~ '^48[0-9]{9}$'),
    CONSTRAINT direct_billing_transaction_steamid_form CHECK (steamid ~ '^[0-9]{17}$'),
    CONSTRAINT direct_billing_transaction_control_length CHECK (char_length(control) <= 128),
    CONSTRAINT direct_billing_transaction_description_length CHECK (char_length(description) <= 128),
    CONSTRAINT direct_billing_transaction_codes CHECK (code_count BETWEEN 0 AND 3 AND try_count BETWEEN 0 AND 3)
  );
  CREATE INDEX direct_billing_transaction_list ON direct_billing_transaction (service_id, created_at, id);
  CREATE INDEX direct_billing_transaction_by_status ON direct_billing_transaction (service_id, status, created_at, id);
  CREATE INDEX direct_billing_transaction_by_control ON direct_billing_transaction (service_id, control, created_at, id, status, phone_number) WHERE control IS NOT NULL;
  CREATE INDEX direct_billing_transaction_by_phone ON direct_billing_transaction (service_id, phone_number, created_at, id, status, control) WHERE phone_number IS NOT NULL;
  CREATE INDEX direct_billing_transaction_with_payer ON direct_billing_transaction (created_at) WHERE phone_number IS NOT NULL;
  CREATE INDEX direct_billing_transaction_due ON direct_billing_transaction (expires_at) WHERE status = 'transaction_db_new';

  -- The database accepts only these transitions.
  CREATE FUNCTION direct_billing_transaction_guard() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF NEW.status <> OLD.status AND NOT (
         (OLD.status = 'transaction_db_new' AND NEW.status IN ('transaction_db_confirmed', 'transaction_db_rejected'))
      OR (OLD.status = 'transaction_db_confirmed' AND NEW.status IN ('transaction_db_payed', 'transaction_db_rejected'))) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_transaction_forward_only';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER direct_billing_transaction_guard BEFORE UPDATE OF status ON direct_billing_transaction
    FOR EACH ROW EXECUTE FUNCTION direct_billing_transaction_guard();`;

// One row for each charge at an operator, so that a late callback finds it. A request to an operator takes at most one minute; only two minutes after it
// was sent may "not found" end the charge (the program waits longer).
const CHARGES = `
  CREATE TABLE direct_billing_charge (
    reference uuid PRIMARY KEY,
    transaction_id uuid NOT NULL REFERENCES direct_billing_transaction (id),
    operator text NOT NULL,
    phone_number text NOT NULL,
    test boolean NOT NULL,
    state text NOT NULL,
    gross_minor bigint NOT NULL,
    net_minor bigint NOT NULL,
    partner_minor bigint NOT NULL,
    next_poll_at timestamptz,
    poll_count integer NOT NULL DEFAULT 0,
    sent_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    conflict text,
    conflict_at timestamptz,
    CONSTRAINT direct_billing_charge_state_known CHECK (state IN ('sent', 'wrong_code', 'not_sent', 'not_found', 'accepted', 'refused', 'booked', 'reversal_due', 'reversed', 'in_doubt')),
    CONSTRAINT direct_billing_charge_operator_known CHECK (operator IN ('orange', 'play', 't-mobile', 'plus')),
    CONSTRAINT direct_billing_charge_phone_form CHECK (phone_number ~ '^48[0-9]{9}$'),
    CONSTRAINT direct_billing_charge_amounts CHECK (gross_minor > 0 AND net_minor BETWEEN 0 AND gross_minor AND partner_minor BETWEEN 0 AND net_minor),
    CONSTRAINT direct_billing_charge_open_is_polled CHECK (CASE WHEN state IN ('sent', 'accepted', 'in_doubt', 'reversal_due') THEN next_poll_at IS NOT NULL
      ELSE next_poll_at IS NULL OR conflict IS NOT NULL END),
    CONSTRAINT direct_billing_charge_conflict_known CHECK (conflict IN ('refused_after_booking', 'wrong_code_after_booking')),
    CONSTRAINT direct_billing_charge_conflict_dated CHECK ((conflict IS NULL) = (conflict_at IS NULL)),
    CONSTRAINT direct_billing_charge_not_found_in_time CHECK (state <> 'not_found' OR updated_at >= sent_at + interval '2 minutes')
  );
  CREATE INDEX direct_billing_charge_of_transaction ON direct_billing_charge (transaction_id);
  CREATE UNIQUE INDEX direct_billing_charge_one_live ON direct_billing_charge (transaction_id) WHERE state IN ('sent', 'accepted', 'booked');
  CREATE INDEX direct_billing_charge_conflicts ON direct_billing_charge (conflict_at) WHERE conflict IS NOT NULL;
  CREATE INDEX direct_billing_charge_due ON direct_billing_charge (operator, next_poll_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX direct_billing_charge_open ON direct_billing_charge (operator, state, updated_at) WHERE next_poll_at IS NOT NULL;
  CREATE INDEX direct_billing_charge_late ON direct_billing_charge (updated_at, reference) WHERE state IN ('reversal_due', 'reversed');

  -- The amounts are fixed before the request is sent, because the ledger is posted from this row. The number of a closed charge may be erased: it is
  -- replaced by a number that nobody has.
  CREATE FUNCTION direct_billing_charge_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF (NEW.transaction_id, NEW.operator, CASE WHEN NEW.phone_number = '48000000000' AND OLD.next_poll_at IS NULL THEN OLD.phone_number ELSE NEW.phone_number END, NEW.gross_minor, NEW.net_minor, NEW.partner_minor, NEW.test, NEW.sent_at)
       IS DISTINCT FROM (OLD.transaction_id, OLD.operator, OLD.phone_number, OLD.gross_minor, OLD.net_minor, OLD.partner_minor, OLD.test, OLD.sent_at) THEN
      RAISE EXCEPTION 'charge % cannot be changed', OLD.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_charge_immutable';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER direct_billing_charge_immutable BEFORE UPDATE ON direct_billing_charge FOR EACH ROW EXECUTE FUNCTION direct_billing_charge_immutable();

  -- A transaction becomes payed only with a booked charge of its operator, number and price. From then on only the erasure of the number changes it,
  -- which only the owner's function may do.
  CREATE FUNCTION direct_billing_transaction_payed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF OLD.status = 'transaction_db_payed' THEN
      IF (NEW.operator, CASE WHEN NEW.erased_at IS NULL THEN NEW.phone_number ELSE OLD.phone_number END, NEW.gross_minor, NEW.net_minor,
          NEW.partner_minor, NEW.test) IS DISTINCT FROM (OLD.operator, OLD.phone_number, OLD.gross_minor, OLD.net_minor, OLD.partner_minor, OLD.test) THEN
        RAISE EXCEPTION 'payed transaction % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_transaction_paid_immutable';
      END IF;
    ELSIF NEW.status = 'transaction_db_payed' AND NOT EXISTS (
      SELECT FROM direct_billing_charge c WHERE c.transaction_id = NEW.id AND c.state = 'booked'
        AND (c.operator, c.phone_number, c.gross_minor, c.net_minor, c.partner_minor, c.test)
          = (NEW.operator, NEW.phone_number, NEW.gross_minor, NEW.net_minor, NEW.partner_minor, NEW.test)) THEN
      RAISE EXCEPTION 'transaction % has no booked charge with its operator, number and price', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_transaction_payed_by_charge';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER direct_billing_transaction_payed BEFORE UPDATE ON direct_billing_transaction
    FOR EACH ROW WHEN (NEW.status = 'transaction_db_payed' OR OLD.status = 'transaction_db_payed') EXECUTE FUNCTION direct_billing_transaction_payed();
  CREATE TRIGGER direct_billing_transaction_made_payed BEFORE INSERT ON direct_billing_transaction
    FOR EACH ROW WHEN (NEW.status = 'transaction_db_payed') EXECUTE FUNCTION direct_billing_transaction_payed();

  -- Callbacks of operators, for support. The primary key makes repeated callbacks one row.
  CREATE TABLE direct_billing_callback (
    operator text NOT NULL,
    callback_id text NOT NULL,
    charge_reference uuid,
    outcome text NOT NULL,
    effect text NOT NULL,
    received_at timestamptz NOT NULL,
    problem text,
    PRIMARY KEY (operator, callback_id)
  );
  CREATE INDEX direct_billing_callback_of_charge ON direct_billing_callback (charge_reference);
  CREATE INDEX direct_billing_callback_for_staff ON direct_billing_callback (received_at) WHERE effect IN ('unknown_charge', 'for_staff');
  CREATE INDEX direct_billing_callback_unknown ON direct_billing_callback (received_at) WHERE effect = 'unknown_charge';`;

// Runs as the owner and changes only data of the payer, like the function in the migration of personal data. Rows that are still in use are skipped;
// direct_billing_open_reason returns why they are.
const ERASURE = `
  CREATE FUNCTION direct_billing_open_reason(p_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
      WHEN t.status IN ('transaction_db_new', 'transaction_db_confirmed') THEN 'it is still open'
      WHEN EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.next_poll_at IS NOT NULL) THEN 'its operator is still polled about a charge'
    END FROM direct_billing_transaction t WHERE t.id = p_id
  $$;

  CREATE FUNCTION erase_direct_billing(p_ids uuid[], p_mention text, p_at timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_over uuid[];
    v_theirs uuid[];
  BEGIN
    PERFORM FROM direct_billing_transaction WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_ids) AS given (id) WHERE direct_billing_open_reason(id) IS NULL;
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
