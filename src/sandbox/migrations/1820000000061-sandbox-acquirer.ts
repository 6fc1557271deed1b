import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Tables of the simulated acquirer and of the simulated banks' apps. */
export class SandboxAcquirer1820000000061 extends SchemaPart {
  readonly name = 'SandboxAcquirer1820000000061';

  protected statements(): string[] {
    return [PAYMENTS, CODES, REFUNDS, STEPS, BANK_APPS, MANDATES, MANDATE_STEPS, CHARGES];
  }
}

// Times of the scenario are business time; times of delivery, and made_at for the cleanup, are system time.
const PAYMENTS = `
  CREATE TABLE sandbox.acquirer_payment (
    id uuid PRIMARY KEY,
    reference text NOT NULL,
    method text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    seller text NOT NULL,
    description text NOT NULL,
    return_url text NOT NULL,
    expires_at timestamptz NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT acquirer_payment_reference_once UNIQUE (reference),
    CONSTRAINT acquirer_payment_amount_positive CHECK (amount_minor > 0)
  );
  CREATE INDEX acquirer_payment_age ON sandbox.acquirer_payment (made_at);`;

const CODES = `
  CREATE TABLE sandbox.acquirer_code (
    reference text PRIMARY KEY,
    payment_id uuid NOT NULL REFERENCES sandbox.acquirer_payment (id),
    number integer NOT NULL,
    bank text,
    until timestamptz NOT NULL,
    alternatives jsonb NOT NULL DEFAULT '[]',
    CONSTRAINT acquirer_code_number_once UNIQUE (payment_id, number)
  );
  CREATE INDEX acquirer_code_of_bank ON sandbox.acquirer_code (bank, until);`;

const REFUNDS = `
  CREATE TABLE sandbox.acquirer_refund (
    reference text PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    payment_id uuid NOT NULL REFERENCES sandbox.acquirer_payment (id),
    amount_minor bigint NOT NULL,
    CONSTRAINT acquirer_refund_amount_positive CHECK (amount_minor > 0)
  );
  CREATE INDEX acquirer_refund_of_payment ON sandbox.acquirer_refund (payment_id);`;

// The steps of the scenario of a payment, its codes and its refunds. They are inserted in advance and take effect at due_at.
const STEPS = `
  CREATE TABLE sandbox.acquirer_step (
    id uuid PRIMARY KEY,
    payment_id uuid NOT NULL REFERENCES sandbox.acquirer_payment (id),
    refund text REFERENCES sandbox.acquirer_refund (reference),
    code text REFERENCES sandbox.acquirer_code (reference),
    state text NOT NULL,
    cause text,
    amount_minor bigint NOT NULL,
    event_id uuid NOT NULL,
    announced boolean NOT NULL,
    due_at timestamptz NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    delivered_at timestamptz,
    CONSTRAINT acquirer_step_state_known CHECK (
      CASE WHEN refund IS NULL THEN state IN ('AUTHORIZED', 'PAID', 'FAILED', 'CANCELED', 'EXPIRED', 'CODE_FAILED')
      ELSE state IN ('DONE', 'REJECTED', 'FAILED') END)
  );
  CREATE INDEX acquirer_step_of_payment ON sandbox.acquirer_step (payment_id, due_at, id);
  CREATE INDEX acquirer_step_waiting ON sandbox.acquirer_step (due_at) WHERE announced AND delivered_at IS NULL;`;

const BANK_APPS = `
  CREATE TABLE sandbox.bank_app_code (
    code text PRIMARY KEY,
    bank text NOT NULL,
    expires_at timestamptz NOT NULL,
    used boolean NOT NULL DEFAULT false,
    made_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT bank_app_code_form CHECK (code ~ '^[0-9]{6}$')
  );
  CREATE INDEX bank_app_code_age ON sandbox.bank_app_code (made_at);
  CREATE INDEX bank_app_code_of_bank ON sandbox.bank_app_code (bank, expires_at DESC);`;

// Registrations in a bank's app: mandates and aliases. used_at is system time.
const MANDATES = `
  CREATE TABLE sandbox.acquirer_mandate (
    id uuid PRIMARY KEY,
    reference text NOT NULL,
    kind text NOT NULL,
    bank text,
    value text NOT NULL,
    label text NOT NULL,
    seller text NOT NULL,
    description text NOT NULL,
    code text REFERENCES sandbox.acquirer_code (reference) ON DELETE SET NULL,
    terms jsonb,
    asked boolean NOT NULL,
    until timestamptz,
    expires_at timestamptz,
    made_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT acquirer_mandate_reference_once UNIQUE (reference),
    CONSTRAINT acquirer_mandate_kind_known CHECK (kind IN ('CONSENT', 'ALIAS')),
    CONSTRAINT acquirer_mandate_terms_of_mandates CHECK ((kind = 'CONSENT') = (terms IS NOT NULL))
  );
  CREATE INDEX acquirer_mandate_of_bank ON sandbox.acquirer_mandate (bank, made_at DESC);
  CREATE INDEX acquirer_mandate_of_value ON sandbox.acquirer_mandate (value) WHERE kind = 'ALIAS';
  CREATE INDEX acquirer_mandate_of_code ON sandbox.acquirer_mandate (code) WHERE code IS NOT NULL;
  CREATE INDEX acquirer_mandate_age ON sandbox.acquirer_mandate (used_at);`;

// The steps of the scenario of a mandate, like those of a payment.
const MANDATE_STEPS = `
  CREATE TABLE sandbox.acquirer_mandate_step (
    id uuid PRIMARY KEY,
    mandate_id uuid NOT NULL REFERENCES sandbox.acquirer_mandate (id),
    state text NOT NULL,
    cause text,
    closed_by text,
    event_id uuid NOT NULL,
    announced boolean NOT NULL,
    due_at timestamptz NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    delivered_at timestamptz,
    CONSTRAINT acquirer_mandate_step_state_known CHECK (state IN ('ACTIVE', 'FAILED', 'REVOKED', 'EXPIRED')),
    CONSTRAINT acquirer_mandate_step_closed_by CHECK ((state = 'REVOKED') = (closed_by IS NOT NULL))
  );
  CREATE INDEX acquirer_mandate_step_of_mandate ON sandbox.acquirer_mandate_step (mandate_id, due_at, id);
  CREATE INDEX acquirer_mandate_step_waiting ON sandbox.acquirer_mandate_step (due_at) WHERE announced AND delivered_at IS NULL;`;

// Payments under a mandate. The first one is made with its registration. until: the end of the time in which the payer can confirm in the app.
const CHARGES = `
  CREATE TABLE sandbox.acquirer_charge (
    payment_id uuid PRIMARY KEY REFERENCES sandbox.acquirer_payment (id) ON DELETE CASCADE,
    mandate_id uuid NOT NULL REFERENCES sandbox.acquirer_mandate (id) ON DELETE CASCADE,
    first boolean NOT NULL,
    until timestamptz,
    lines jsonb NOT NULL
  );
  CREATE INDEX acquirer_charge_of_mandate ON sandbox.acquirer_charge (mandate_id);
  CREATE UNIQUE INDEX acquirer_charge_first_once ON sandbox.acquirer_charge (mandate_id) WHERE first;`;
