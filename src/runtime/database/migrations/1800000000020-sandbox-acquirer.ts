import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the simulated acquirer keeps, and the simulated banks' apps behind it. */
export class SandboxAcquirer1800000000020 implements MigrationInterface {
  readonly name = 'SandboxAcquirer1800000000020';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const text of [PAYMENTS, CODES, REFUNDS, STEPS, BANK_APPS]) await queryRunner.query(text);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const tables = ['acquirer_step', 'acquirer_refund', 'acquirer_code', 'acquirer_payment', 'bank_app_code', 'bank_app_alias'];
    for (const table of tables) await queryRunner.query(`DROP TABLE sandbox.${table}`);
  }
}

// Times of the story are business time; those of delivery and made_at, by which things are cleared, are system time.
const PAYMENTS = `
  CREATE TABLE sandbox.acquirer_payment (
    id uuid PRIMARY KEY,
    reference text NOT NULL,
    method text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
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
    alias_value text,
    alias_label text,
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

// Everything that happens to a payment, its codes and its refunds, written down beforehand and true from due_at on.
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
  CREATE INDEX bank_app_code_of_bank ON sandbox.bank_app_code (bank, expires_at DESC);

  CREATE TABLE sandbox.bank_app_alias (
    value text NOT NULL,
    bank text NOT NULL,
    label text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (value, bank)
  );
  CREATE INDEX bank_app_alias_age ON sandbox.bank_app_alias (made_at);`;
