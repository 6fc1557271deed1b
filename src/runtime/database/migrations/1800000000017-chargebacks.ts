import { SchemaPart } from './schema-part.js';

/** Payments that an acquirer has taken back from the gateway because the payer disputed them. */
export class Chargebacks1800000000017 extends SchemaPart {
  readonly name = 'Chargebacks1800000000017';

  protected statements(): string[] {
    return [CHARGEBACKS];
  }
}

// What is entered is kept here and not looked up: channel, value and how much of it the wallet held.
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
  CREATE TRIGGER payment_chargeback_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_chargeback
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`;
