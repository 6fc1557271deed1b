import type { QueryRunner } from 'typeorm';
import { addCheck, alterBriefly, BesidePayments, buildIndex, fillColumn } from '../../../runtime/database/schema/beside-payments.js';

/** By what value outside parties know a payer's alias, and which apps they named to the service for it. */
export class AliasScope1800000000027 extends BesidePayments {
  readonly name = 'AliasScope1800000000027';

  async up(runner: QueryRunner): Promise<void> {
    await alterBriefly(runner, COLUMNS + GUARD + ERASURE);
    await fillColumn(runner, { table: 'payment_alias', key: 'id', column: 'wire_value', value: 'value' });
    await addCheck(runner, 'payment_alias', 'payment_alias_wire_value_scoped', SCOPED);
    await alterBriefly(runner, 'ALTER TABLE payment_alias ALTER COLUMN wire_value SET NOT NULL');
    await addCheck(
      runner,
      'payment_alias',
      'payment_alias_told_apps_bounded',
      'CHECK (cardinality(told_apps) <= 20 AND octet_length(told_apps::text) <= 16384)',
    );
    await buildIndex(runner, 'payment_alias_unscoped', "payment_alias (wire_value) WHERE type = 'UID' AND wire_value = value");
    await addCheck(runner, 'payment_code', 'payment_code_alias_known', 'FOREIGN KEY (alias_id) REFERENCES payment_alias (id)');
    await runner.query(ALIASES_OF_CODES);
  }
}

// A version that knows nothing of it goes on sending the partner's value, so that is what stands for its rows.
const COLUMNS = `
  ALTER TABLE payment_alias ADD COLUMN IF NOT EXISTS wire_value text, ADD COLUMN IF NOT EXISTS told_apps text[] NOT NULL DEFAULT '{}';
  ALTER TABLE payment_code ADD COLUMN IF NOT EXISTS alias_id uuid;

  CREATE OR REPLACE FUNCTION payment_alias_wire_value() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.wire_value := coalesce(NEW.wire_value, NEW.value);
    RETURN NEW;
  END $$;
  DROP TRIGGER IF EXISTS payment_alias_wire_value ON payment_alias;
  CREATE TRIGGER payment_alias_wire_value BEFORE INSERT ON payment_alias FOR EACH ROW EXECUTE FUNCTION payment_alias_wire_value();`;

// As wireValueOf() has it; or the partner's own value, of what was registered before and of a PAYID, which is unique in the whole system.
const SCOPED = `CHECK (wire_value = value OR type = 'UID' AND wire_value = encode(sha256(convert_to(service_id || ':' || value, 'UTF8')), 'hex'))`;

const GUARD = `
  CREATE OR REPLACE FUNCTION payment_alias_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    erased boolean := OLD.ended_by IS NOT NULL AND NEW.value = 'erased-' || OLD.id AND NEW.blik_key IS NULL;
  BEGIN
    IF erased THEN
      NEW.wire_value := NEW.value;
      NEW.told_apps := '{}';
    END IF;
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('alias_pending_registration', 'alias_active'), ('alias_pending_registration', 'alias_unregistered'),
         ('alias_pending_registration', 'alias_expired'), ('alias_active', 'alias_unregistered'), ('alias_active', 'alias_expired')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.type, CASE WHEN erased THEN OLD.value ELSE NEW.value END, NEW.connector, NEW.test, NEW.transaction_id, NEW.created_at)
         IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.type, OLD.value, OLD.connector, OLD.test, OLD.transaction_id, OLD.created_at)
       OR NEW.wire_value IS DISTINCT FROM OLD.wire_value AND OLD.wire_value IS NOT NULL AND NOT erased
       OR NEW.blik_key IS DISTINCT FROM OLD.blik_key AND OLD.blik_key IS NOT NULL AND NOT erased
       OR NEW.activated_at IS DISTINCT FROM OLD.activated_at AND OLD.status <> 'alias_pending_registration' THEN
      RAISE EXCEPTION 'alias % keeps what it names', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_kept';
    END IF;
    RETURN NEW;
  END $$;`;

// As before, and an app that was named may mention the payer as one that is known may.
const ERASURE = `
  CREATE OR REPLACE FUNCTION erase_payer_names(p_over uuid[], p_theirs uuid[], p_mention text, p_at timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    UPDATE payment_transaction SET subscription = NULL
    WHERE id = ANY (p_over) AND subscription IS NOT NULL AND (id = ANY (p_theirs) OR subscription::text ~* p_mention);
    UPDATE payment_alias SET value = 'erased-' || id, label = 'erased', blik_key = NULL, data = NULL
    WHERE transaction_id = ANY (p_over)
      AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), value, label, blik_key, data, told_apps) ~* p_mention);
    UPDATE payment_code c SET alias = NULL, request_key = NULL FROM payment_attempt a
    WHERE a.reference = c.attempt_reference AND a.transaction_id = ANY (p_over)
      AND (a.transaction_id = ANY (p_theirs) OR concat_ws(chr(10), c.alias, c.request_key) ~* p_mention);
    UPDATE payment_subscription SET data = json_without_mention(data, p_mention), next = json_without_mention(next, p_mention),
      consent_shown = json_without_mention(consent_shown, p_mention), cancelled_reason = without_mention(cancelled_reason, p_mention),
      request_key = NULL, erased_at = p_at
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs)
      OR concat_ws(chr(10), data, next, consent_shown, cancelled_reason, request_key) ~* p_mention);
    UPDATE payment_charge SET label = without_mention(label, p_mention), lines = json_without_mention(lines, p_mention), request_key = NULL
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), label, lines, request_key) ~* p_mention);
  END $$;`;

// The payer of an attempt that goes on may still choose among the apps that know the alias which was tried. The value in payment_code.alias is
// not written any more.
const ALIASES_OF_CODES = `
  UPDATE payment_code c SET alias_id = (
    SELECT l.id FROM payment_alias l WHERE l.service_id = a.service_id AND l.value = c.alias AND l.type = 'UID' AND l.status = 'alias_active'
    ORDER BY l.created_at, l.id LIMIT 1)
  FROM payment_attempt a WHERE a.reference = c.attempt_reference AND a.state = 'pending' AND c.alias IS NOT NULL AND c.alias_id IS NULL`;
