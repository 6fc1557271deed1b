import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** When a payment was paid is written once: refunds have a time limit that counts from it. */
export class PaymentDateKept1800000000033 extends SchemaPart {
  readonly name = 'PaymentDateKept1800000000033';

  protected statements(): string[] {
    return [PAID_AT];
  }
}

// One that is paid again, because a channel took its refund back, was paid when it was.
const PAID_AT = `
  CREATE FUNCTION payment_transaction_paid_at_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION 'payment % keeps when it was paid', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_at_kept';
  END $$;
  CREATE TRIGGER payment_transaction_paid_at_kept BEFORE UPDATE ON payment_transaction FOR EACH ROW
    WHEN (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) EXECUTE FUNCTION payment_transaction_paid_at_kept();`;
