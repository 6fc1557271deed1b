import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/**
 * Words of channels and operators that contradict what was entered are kept with what they are about until books or staff have settled them.
 * Checks are validated and indexes made by the next migration, so that no lock is held for long.
 */
export class Contradictions1800000000029 extends SchemaPart {
  readonly name = 'Contradictions1800000000029';

  protected statements(): string[] {
    return [ATTEMPTS, ATTEMPT_GUARD, RETURNED, REFUNDS, CHARGES];
  }
}

const ATTEMPTS = `
  ALTER TABLE payment_attempt
    ADD COLUMN contradiction text,
    ADD COLUMN contradicted_at timestamptz,
    ADD COLUMN said_minor bigint,
    ADD COLUMN said_currency text,
    ADD COLUMN returned_at timestamptz,
    ADD COLUMN corrected_minor bigint,
    ADD CONSTRAINT payment_attempt_contradiction_known CHECK (contradiction IN ('other_sum', 'failed_after_payment', 'canceled_after_payment',
      'expired_after_payment', 'return_other_sum', 'return_completed_after_failure', 'return_rejected_after_completion', 'return_failed_after_completion')) NOT VALID,
    ADD CONSTRAINT payment_attempt_contradiction_dated CHECK ((contradiction IS NULL) = (contradicted_at IS NULL)) NOT VALID,
    ADD CONSTRAINT payment_attempt_said_in_a_currency CHECK ((said_minor IS NULL) = (said_currency IS NULL)) NOT VALID,
    DROP CONSTRAINT payment_attempt_ended_is_not_asked,
    ADD CONSTRAINT payment_attempt_ended_is_not_asked CHECK (ask_at IS NULL OR state IN ('sent', 'pending', 'authorized', 'lapsed', 'return_due',
      'paid', 'held', 'returned', 'suspense')) NOT VALID;`;

// What went back may come again, and what did not may have gone all the same, once each. What stood in suspense because another sum was
// reported may become the payment's. The date of a return is kept here, so that it is there whichever version of the program writes.
const ATTEMPT_GUARD = `
  CREATE OR REPLACE FUNCTION payment_attempt_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF (NEW.reference, NEW.transaction_id, NEW.service_id, NEW.channel, NEW.connector, NEW.test, NEW.amount_minor, NEW.currency, NEW.pln_minor, NEW.commission_minor, NEW.partner_minor, NEW.started_at)
       IS DISTINCT FROM (OLD.reference, OLD.transaction_id, OLD.service_id, OLD.channel, OLD.connector, OLD.test, OLD.amount_minor, OLD.currency, OLD.pln_minor, OLD.commission_minor, OLD.partner_minor, OLD.started_at) THEN
      RAISE EXCEPTION 'attempt % keeps what it charges', OLD.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_kept';
    END IF;
    NEW.returned_at := coalesce(OLD.returned_at, CASE WHEN NEW.state = 'returned' THEN NEW.updated_at END);
    IF NEW.state <> OLD.state AND NOT (CASE OLD.state
        WHEN 'paid' THEN false
        WHEN 'held' THEN NEW.state IN ('paid', 'return_due')
        WHEN 'return_due' THEN NEW.state IN ('returned', 'suspense')
        WHEN 'returned' THEN NEW.state = 'suspense'
        WHEN 'suspense' THEN (NEW.state = 'returned' AND OLD.return_reference IS NOT NULL AND OLD.returned_at IS NULL)
          OR (NEW.state IN ('paid', 'held') AND OLD.seen_minor IS NOT NULL AND NEW.corrected_minor = OLD.suspense_minor)
        ELSE true
      END) THEN
      RAISE EXCEPTION 'attempt % has taken money: no transition from % to %', OLD.reference, OLD.state, NEW.state
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_forward_only';
    END IF;
    IF NEW.corrected_minor IS DISTINCT FROM OLD.corrected_minor AND NOT (OLD.state = 'suspense' AND NEW.state IN ('paid', 'held')) THEN
      RAISE EXCEPTION 'attempt % is corrected once, when its money becomes the payment''s', OLD.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_corrected_once';
    END IF;
    IF NEW.state <> OLD.state AND NEW.state NOT IN ('sent', 'pending', 'authorized')
       AND EXISTS (SELECT FROM public.payment_code c WHERE c.attempt_reference = NEW.reference AND c.state = 'open') THEN
      RAISE EXCEPTION 'attempt % is over, and one of its codes is open', OLD.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_codes_closed';
    END IF;
    RETURN NEW;
  END $$;`;

const RETURNED = `UPDATE payment_attempt SET returned_at = updated_at WHERE state = 'returned';`;

// Contradictions that are known already learn the sum that was reported.
const REFUNDS = `
  ALTER TABLE payment_refund ADD COLUMN said_minor bigint, ADD COLUMN said_currency text,
    ADD CONSTRAINT payment_refund_said_in_a_currency CHECK ((said_minor IS NULL) = (said_currency IS NULL)) NOT VALID;
  UPDATE payment_refund r SET said_minor = s.amount_minor, said_currency = s.currency
  FROM (SELECT DISTINCT ON (refund_id) refund_id, amount_minor, currency FROM payment_report
        WHERE effect = 'for_staff' AND kind = 'refund' AND amount_minor IS NOT NULL AND currency IS NOT NULL
        ORDER BY refund_id, received_at DESC) s
  WHERE r.id = s.refund_id AND r.contradiction = 'other_sum';`;

const CHARGES = `
  ALTER TABLE direct_billing_charge ADD COLUMN contradiction text, ADD COLUMN contradicted_at timestamptz,
    ADD CONSTRAINT direct_billing_charge_contradiction_known CHECK (contradiction IN ('refused_after_booking', 'wrong_code_after_booking')) NOT VALID,
    ADD CONSTRAINT direct_billing_charge_contradiction_dated CHECK ((contradiction IS NULL) = (contradicted_at IS NULL)) NOT VALID,
    DROP CONSTRAINT direct_billing_charge_open_is_asked,
    ADD CONSTRAINT direct_billing_charge_open_is_asked CHECK (CASE WHEN state IN ('sent', 'accepted', 'in_doubt', 'reversal_due') THEN ask_at IS NOT NULL
      ELSE ask_at IS NULL OR contradiction IS NOT NULL END) NOT VALID;`;
