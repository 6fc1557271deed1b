import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Payment links: pages at which payers pay without a shop. */
export class PaymentLinks1820000000042 extends SchemaPart {
  readonly name = 'PaymentLinks1820000000042';

  protected statements(): string[] {
    return [LINKS, LINK_RULES];
  }
}

// token: 256 random bits as base64url. amount_minor: null when the payer chooses it, between min_minor and max_minor if they are set.
const LINKS = `
  CREATE TABLE payment_link (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    token text NOT NULL,
    status text NOT NULL,
    amount_minor bigint,
    min_minor bigint,
    max_minor bigint,
    currency text NOT NULL,
    description text,
    control text,
    single_use boolean NOT NULL,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT payment_link_token_once UNIQUE (token),
    CONSTRAINT payment_link_token_form CHECK (token ~ '^[A-Za-z0-9_-]{43}$'),
    CONSTRAINT payment_link_status_known CHECK (status IN ('link_active', 'link_disabled')),
    CONSTRAINT payment_link_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT payment_link_amounts_in_range CHECK (amount_minor BETWEEN 1 AND 99999999 AND min_minor BETWEEN 1 AND 99999999
      AND max_minor BETWEEN 1 AND 99999999),
    CONSTRAINT payment_link_amount_fixed_or_chosen CHECK (amount_minor IS NULL OR (min_minor IS NULL AND max_minor IS NULL)),
    CONSTRAINT payment_link_bounds_in_order CHECK (min_minor <= max_minor),
    CONSTRAINT payment_link_texts_bounded CHECK (char_length(description) <= 64 AND char_length(control) <= 255)
  );
  CREATE INDEX payment_link_list ON payment_link (service_id, created_at, id);
  CREATE INDEX payment_link_by_status ON payment_link (service_id, status, created_at, id) INCLUDE (control);
  CREATE INDEX payment_link_by_control ON payment_link (service_id, control, created_at, id) INCLUDE (status) WHERE control IS NOT NULL;`;

// The terms of a link cannot change, because payers have seen them. Only its texts may be erased.
const LINK_RULES = `
  CREATE FUNCTION payment_link_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF OLD.status = 'link_disabled' AND NEW.status <> OLD.status THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.token, NEW.amount_minor, NEW.min_minor, NEW.max_minor, NEW.currency, NEW.single_use, NEW.expires_at, NEW.created_at)
         IS DISTINCT FROM
       (OLD.id, OLD.service_id, OLD.token, OLD.amount_minor, OLD.min_minor, OLD.max_minor, OLD.currency, OLD.single_use, OLD.expires_at, OLD.created_at)
       OR coalesce(NEW.description, OLD.description) IS DISTINCT FROM OLD.description OR coalesce(NEW.control, OLD.control) IS DISTINCT FROM OLD.control THEN
      RAISE EXCEPTION 'link % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_immutable';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER payment_link_guard BEFORE UPDATE ON payment_link FOR EACH ROW EXECUTE FUNCTION payment_link_guard();`;
