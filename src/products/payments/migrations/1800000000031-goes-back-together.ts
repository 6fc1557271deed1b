import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** What goes back of a payment is valued together, and nothing that acquirers and operators say is lost. */
export class GoesBackTogether1800000000031 extends SchemaPart {
  readonly name = 'GoesBackTogether1800000000031';

  protected statements(): string[] {
    return [REFUNDS, VALUE, WORDS, FILES];
  }
}

// As before, but for the value, which is the next trigger's.
const REFUNDS = `
  CREATE OR REPLACE FUNCTION payment_refund_of_its_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
      RAISE EXCEPTION 'refund % is not of what was paid', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_of_paid_attempt';
    END IF;
    IF NEW.status <> 'refund_new' THEN
      RAISE EXCEPTION 'refund % does not begin as new', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_begins_new';
    END IF;
    RETURN NEW;
  END $$;`;

// Refunds and chargebacks are parts of one payment. The next part takes the value of all that goes back with it, half up, less what the other
// parts take: so parts that make a whole take what the whole would have. The version before rounds chargebacks by themselves: where that makes
// a difference of a grosz its report is refused, and the acquirer repeats it.
const VALUE = `
  CREATE FUNCTION payment_goes_back_at_its_value() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
      RAISE EXCEPTION '% % takes another value than its own', TG_TABLE_NAME, NEW.id USING ERRCODE = 'check_violation',
        CONSTRAINT = CASE TG_TABLE_NAME WHEN 'payment_refund' THEN 'payment_refund_wallet_value' ELSE 'payment_chargeback_pln_value' END;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_refund_value BEFORE INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_goes_back_at_its_value();
  CREATE TRIGGER payment_chargeback_value BEFORE INSERT ON payment_chargeback FOR EACH ROW EXECUTE FUNCTION payment_goes_back_at_its_value();`;

// An acquirer may give two words one id, or an id that cannot be kept: then event_id is a digest of the word. event_name: the id that it gave,
// where that can be kept. problem: why nobody could use the word, which was refused once and is for staff.
const WORDS = `
  ALTER TABLE payment_report ADD COLUMN event_name text, ADD COLUMN problem text;
  CREATE INDEX payment_report_by_name ON payment_report (connector, event_name) WHERE event_name IS NOT NULL;
  ALTER TABLE direct_billing_report ADD COLUMN problem text, ALTER COLUMN charge_reference DROP NOT NULL;
  CREATE INDEX direct_billing_report_for_staff ON direct_billing_report (received_at) WHERE effect IN ('unknown_charge', 'for_staff');`;

const FILES = `
  CREATE INDEX settlement_file_difference_of_amount ON settlement_file_difference (file_id, reference) WHERE kind = 'amount';`;
