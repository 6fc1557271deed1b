import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Tables of the simulated operators, phones and inbox, in a schema of their own, because they stand for outside companies. */
export class Sandbox1820000000060 extends SchemaPart {
  readonly name = 'Sandbox1820000000060';

  protected statements(): string[] {
    return ['CREATE SCHEMA sandbox', PHONE, OPERATORS, INBOX];
  }
}

const PHONE = `
  CREATE TABLE sandbox.text_message (
    id uuid PRIMARY KEY,
    phone_number text NOT NULL,
    sender text NOT NULL,
    text text NOT NULL,
    code text,
    sent_at timestamptz NOT NULL,
    in_reply_to text,
    made_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT text_message_phone_number_form CHECK (phone_number ~ '^48[0-9]{9}$')
  );
  CREATE INDEX text_message_of_phone ON sandbox.text_message (phone_number, id DESC);
  CREATE INDEX text_message_age ON sandbox.text_message (made_at);`;

// Times of the scenario (due_at, created_at) are business time, times of delivery are system time.
const OPERATORS = `
  CREATE TABLE sandbox.payer_code (
    operator text NOT NULL,
    code_reference text NOT NULL,
    phone_number text NOT NULL,
    code text NOT NULL,
    gross_minor bigint NOT NULL,
    used_by text,
    created_at timestamptz NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (operator, code_reference)
  );
  CREATE INDEX payer_code_age ON sandbox.payer_code (made_at);

  CREATE TABLE sandbox.operator_charge (
    operator text NOT NULL,
    charge_reference text NOT NULL,
    code_reference text NOT NULL,
    phone_number text NOT NULL,
    gross_minor bigint NOT NULL,
    answer text NOT NULL,
    cause text,
    created_at timestamptz NOT NULL,
    reversed_at timestamptz,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (operator, charge_reference),
    CONSTRAINT operator_charge_answer_known CHECK (answer IN ('ACCEPTED', 'BOOKED', 'REFUSED', 'WRONG_CODE', 'NONE')),
    CONSTRAINT operator_charge_gross_positive CHECK (gross_minor > 0)
  );
  CREATE INDEX operator_charge_age ON sandbox.operator_charge (made_at);

  CREATE TABLE sandbox.operator_callback (
    id uuid PRIMARY KEY,
    operator text NOT NULL,
    charge_reference text NOT NULL,
    step integer NOT NULL,
    callback_id text NOT NULL,
    result text NOT NULL,
    cause text,
    announced boolean NOT NULL,
    due_at timestamptz NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    delivered_at timestamptz,
    CONSTRAINT operator_callback_of_charge FOREIGN KEY (operator, charge_reference) REFERENCES sandbox.operator_charge (operator, charge_reference),
    CONSTRAINT operator_callback_step_once UNIQUE (operator, charge_reference, step),
    CONSTRAINT operator_callback_result_known CHECK (result IN ('ACCEPTED', 'BOOKED', 'REFUSED'))
  );
  CREATE INDEX operator_callback_waiting ON sandbox.operator_callback (due_at) WHERE announced AND delivered_at IS NULL;`;

const INBOX = `
  CREATE TABLE sandbox.inbox_receiver (
    service_id text PRIMARY KEY,
    ipn_key text,
    webhook_secret text,
    answer text NOT NULL DEFAULT 'ok',
    CONSTRAINT inbox_receiver_answer_known CHECK (answer IN ('ok', 'error', 'redirect', 'slow', 'wrong', 'gone'))
  );

  CREATE TABLE sandbox.inbox_notification (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES sandbox.inbox_receiver (service_id),
    webhook_id text NOT NULL,
    attempts integer NOT NULL DEFAULT 1,
    last_received_at timestamptz NOT NULL,
    CONSTRAINT inbox_notification_once UNIQUE (service_id, webhook_id)
  );
  CREATE INDEX inbox_notification_newest ON sandbox.inbox_notification (last_received_at DESC, id DESC);

  -- The keys at the time of receipt: keys are rotated.
  CREATE TABLE sandbox.inbox_attempt (
    id uuid PRIMARY KEY,
    notification_id uuid NOT NULL REFERENCES sandbox.inbox_notification (id),
    number integer NOT NULL,
    received_at timestamptz NOT NULL,
    headers jsonb NOT NULL,
    body bytea NOT NULL,
    ipn_key text,
    webhook_secret text,
    answer text NOT NULL,
    CONSTRAINT inbox_attempt_number_once UNIQUE (notification_id, number)
  );`;
