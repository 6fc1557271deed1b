import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Chargebacks: amounts that acquirers took back because payers disputed their payments. */
export class Chargebacks1820000000045 extends SchemaPart {
  readonly name = 'Chargebacks1820000000045';

  protected statements(): string[] {
    return [CHARGEBACKS, NOT_TWICE, VALUE];
  }
}

// The posted values are stored here: channel, value, and how much of it the wallet had.
const CHARGEBACKS = `
  CREATE TABLE payment_chargeback (
    id uuid PRIMARY KEY,
    connector text NOT NULL,
    event_id text NOT NULL,
    attempt_reference uuid NOT NULL REFERENCES payment_attempt (reference),
    transaction_id uuid NOT NULL REFERENCES payment_transaction (id),
    partner_id uuid NOT NULL REFERENCES partner (id),
    channel text NOT NULL,
    test boolean NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    pln_minor bigint NOT NULL,
    available_minor bigint NOT NULL,
    receivable_minor bigint NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT payment_chargeback_once UNIQUE (connector, event_id),
    CONSTRAINT payment_chargeback_amounts CHECK (amount_minor > 0 AND available_minor >= 0 AND receivable_minor >= 0
      AND available_minor + receivable_minor = pln_minor)
  );
  CREATE INDEX payment_chargeback_list ON payment_chargeback (created_at);
  CREATE INDEX payment_chargeback_of_attempt ON payment_chargeback (attempt_reference);
  CREATE INDEX payment_chargeback_of_transaction ON payment_chargeback (transaction_id);
  CREATE TRIGGER payment_chargeback_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_chargeback
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`;

// Refunds and chargebacks together must not exceed what was paid. Both are checked with the payment locked, so that the later of two sees the earlier.
const NOT_TWICE = `
  CREATE FUNCTION payment_deduction_within_paid() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    PERFORM FROM public.payment_transaction WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
    IF (SELECT p.refund_minor + (SELECT coalesce(sum(c.amount_minor), 0) FROM public.payment_chargeback c WHERE c.transaction_id = p.id) > p.amount_minor
        FROM public.payment_transaction p WHERE p.id = NEW.transaction_id) THEN
      RAISE EXCEPTION 'refunds and chargebacks of payment % exceed what was paid', NEW.transaction_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_deduction_within_paid';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER payment_chargeback_within_paid AFTER INSERT ON payment_chargeback FOR EACH ROW EXECUTE FUNCTION payment_deduction_within_paid();
  CREATE TRIGGER payment_refund_within_paid AFTER INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_deduction_within_paid();`;

// The PLN value of a refund or chargeback is that of all parts so far, rounded half up, minus that of the earlier parts. So the values of all parts add
// up to the value of the payment.
const VALUE = `
  CREATE FUNCTION payment_deduction_value() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    payment record;
    earlier record;
    value bigint;
  BEGIN
    IF TG_TABLE_NAME = 'payment_refund' THEN value := NEW.wallet_minor; ELSE value := NEW.pln_minor; END IF;
    SELECT * INTO payment FROM public.payment_transaction WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
    SELECT coalesce(sum(amount_minor), 0) AS minor, coalesce(sum(pln_minor), 0) AS pln INTO earlier
      FROM public.payment_chargeback WHERE transaction_id = NEW.transaction_id;
    IF value <> greatest(0, round(payment.pln_minor::numeric * (payment.refund_minor + earlier.minor + NEW.amount_minor) / payment.amount_minor)
        - payment.refund_pln_minor - earlier.pln) THEN
      RAISE EXCEPTION '% % has a wrong PLN value', TG_TABLE_NAME, NEW.id USING ERRCODE = 'check_violation',
        CONSTRAINT = CASE TG_TABLE_NAME WHEN 'payment_refund' THEN 'payment_refund_wallet_value' ELSE 'payment_chargeback_pln_value' END;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_refund_value BEFORE INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_deduction_value();
  CREATE TRIGGER payment_chargeback_value BEFORE INSERT ON payment_chargeback FOR EACH ROW EXECUTE FUNCTION payment_deduction_value();`;
