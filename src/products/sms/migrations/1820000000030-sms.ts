import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Premium SMS: services’ details and numbers, received messages, transactions, uploaded codes, calls to partners, and the erasure of payers. */
export class Sms1820000000030 extends SchemaPart {
  readonly name = 'Sms1820000000030';

  protected statements(): string[] {
    return [SERVICES, INBOUND, TRANSACTIONS, PACK_CODES, PARTNER_CALLS, ERASURE];
  }
}

const NUMBERS = '7055, 7155, 7255, 7355, 7455, 7555, 7636, 77464, 78464, 7936, 91055, 91155, 91455, 91664, 91955, 92055, 92555';

// The keyword, in lower case, is the start of a message. It is unique, because it identifies the service.
const SERVICES = `
  CREATE TABLE sms_service (
    service_id text PRIMARY KEY REFERENCES service (id),
    type text NOT NULL,
    prefix text NOT NULL,
    suffix text NOT NULL,
    keyword text GENERATED ALWAYS AS (lower((prefix || '.' || suffix) COLLATE "C")) STORED,
    description text,
    adult boolean NOT NULL DEFAULT false,
    share_bp integer NOT NULL DEFAULT 5000,
    api_url text,
    CONSTRAINT sms_service_type_known CHECK (type IN ('ONE_TIME_CODE', 'CODE_PACK', 'API_URL')),
    CONSTRAINT sms_service_words_form CHECK (prefix ~ '^[A-Za-z0-9_-]{1,32}$' AND suffix ~ '^[A-Za-z0-9_-]{1,32}$'),
    CONSTRAINT sms_service_description_length CHECK (char_length(description) <= 255),
    CONSTRAINT sms_service_share_range CHECK (share_bp BETWEEN 0 AND 10000),
    CONSTRAINT sms_service_api_url_given CHECK ((type = 'API_URL') = (api_url IS NOT NULL))
  );
  CREATE UNIQUE INDEX sms_service_keyword_once ON sms_service (keyword);

  CREATE TABLE sms_service_number (
    service_id text NOT NULL REFERENCES sms_service (service_id),
    number integer NOT NULL,
    PRIMARY KEY (service_id, number),
    CONSTRAINT sms_service_number_known CHECK (number IN (${NUMBERS}))
  );`;

// All received messages, also those that match no service. The primary key makes repeated messages one row. reply is null only while the partner's
// program is called.
const INBOUND = `
  CREATE TABLE sms_inbound (
    message_id text COLLATE "C" PRIMARY KEY,
    from_number text NOT NULL,
    send_number text NOT NULL,
    text text NOT NULL,
    sent_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    test boolean NOT NULL,
    outcome text NOT NULL,
    service_id text REFERENCES sms_service (service_id),
    reply text,
    CONSTRAINT sms_inbound_message_id_length CHECK (char_length(message_id) BETWEEN 1 AND 255),
    CONSTRAINT sms_inbound_outcome_known CHECK (outcome IN ('matched', 'sender_unusable', 'number_unknown', 'keyword_unknown',
      'number_not_of_service', 'service_not_active', 'pack_empty')),
    CONSTRAINT sms_inbound_matched_has_service CHECK (outcome <> 'matched' OR service_id IS NOT NULL),
    CONSTRAINT sms_inbound_refusal_has_reply CHECK (outcome = 'matched' OR reply IS NOT NULL)
  ) WITH (fillfactor = 80);
  CREATE INDEX sms_inbound_list ON sms_inbound (received_at);
  CREATE INDEX sms_inbound_with_text ON sms_inbound (received_at) WHERE text <> '';
  CREATE INDEX sms_inbound_with_sender ON sms_inbound (received_at) WHERE from_number <> '48000000000';
  CREATE INDEX sms_inbound_by_outcome ON sms_inbound (outcome, received_at) WHERE outcome <> 'matched';`;

const TRANSACTIONS = `
  CREATE TABLE sms_transaction (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    service_id text NOT NULL REFERENCES sms_service (service_id),
    message_id text COLLATE "C" NOT NULL REFERENCES sms_inbound (message_id),
    from_number text NOT NULL,
    send_number integer NOT NULL,
    code text COLLATE "C" NOT NULL,
    used_at timestamptz,
    test boolean NOT NULL,
    net_minor bigint NOT NULL,
    gross_minor bigint NOT NULL,
    partner_minor bigint NOT NULL,
    sent_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT sms_transaction_message_once UNIQUE (message_id),
    CONSTRAINT sms_transaction_from_form CHECK (from_number ~ '^[1-9][0-9]{4,14}$'),
    CONSTRAINT sms_transaction_number_known CHECK (send_number IN (${NUMBERS})),
    CONSTRAINT sms_transaction_code_length CHECK (char_length(code) <= 64),
    CONSTRAINT sms_transaction_used_has_code CHECK (used_at IS NULL OR code <> ''),
    CONSTRAINT sms_transaction_amounts CHECK (gross_minor > 0 AND net_minor BETWEEN 0 AND gross_minor AND partner_minor BETWEEN 0 AND net_minor)
  ) WITH (fillfactor = 90);
  CREATE UNIQUE INDEX sms_transaction_code_once ON sms_transaction (service_id, code) WHERE code <> '';
  CREATE INDEX sms_transaction_list ON sms_transaction (service_id, created_at, id);
  -- Covering indexes: filtered lists are counted and paged without reading rows.
  CREATE INDEX sms_transaction_by_used ON sms_transaction (service_id, (used_at IS NOT NULL), created_at, id) INCLUDE (used_at);
  CREATE INDEX sms_transaction_by_from ON sms_transaction (service_id, from_number, created_at, id) INCLUDE (send_number, used_at);
  CREATE INDEX sms_transaction_by_number ON sms_transaction (service_id, send_number, created_at, id) INCLUDE (used_at);

  -- used_at is set once.
  CREATE FUNCTION sms_transaction_used_once() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at THEN
      RAISE EXCEPTION 'code of sms transaction % was used before', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'sms_transaction_used_once';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER sms_transaction_used_once BEFORE UPDATE OF used_at ON sms_transaction
    FOR EACH ROW EXECUTE FUNCTION sms_transaction_used_once();

  -- The payer is charged before the row is written. From then on only the use of its code and the erasure of its number change it.
  CREATE FUNCTION sms_transaction_immutable() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION 'sms transaction % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'sms_transaction_immutable';
  END $$;
  CREATE TRIGGER sms_transaction_immutable BEFORE UPDATE ON sms_transaction
    FOR EACH ROW WHEN ((OLD.id, OLD.service_id, OLD.message_id, OLD.from_number, OLD.send_number, OLD.code, OLD.test, OLD.net_minor, OLD.gross_minor,
        OLD.partner_minor, OLD.sent_at, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.service_id, NEW.message_id,
        CASE NEW.from_number WHEN '48000000000' THEN OLD.from_number ELSE NEW.from_number END, NEW.send_number, NEW.code, NEW.test, NEW.net_minor, NEW.gross_minor,
        NEW.partner_minor, NEW.sent_at, NEW.created_at))
    EXECUTE FUNCTION sms_transaction_immutable();`;

const PACK_CODES = `
  CREATE TABLE sms_pack_code (
    service_id text NOT NULL REFERENCES sms_service (service_id),
    code text COLLATE "C" NOT NULL,
    position bigint GENERATED ALWAYS AS IDENTITY,
    message_id text COLLATE "C",
    taken_at timestamptz,
    PRIMARY KEY (service_id, code),
    CONSTRAINT sms_pack_code_form CHECK (code ~ '^[!-~]{1,64}$'),
    CONSTRAINT sms_pack_code_taken_complete CHECK ((message_id IS NULL) = (taken_at IS NULL))
  );
  CREATE UNIQUE INDEX sms_pack_code_message_once ON sms_pack_code (message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX sms_pack_code_free ON sms_pack_code (service_id, position) WHERE message_id IS NULL;`;

// One row per message of an API_URL service. Calls are limited per service. next_attempt_at is null once the partner has responded or calls have ended.
const PARTNER_CALLS = `
  CREATE TABLE sms_partner_call (
    transaction_id bigint PRIMARY KEY REFERENCES sms_transaction (id),
    state text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    last_attempt_at timestamptz,
    last_problem text,
    service_id text NOT NULL,
    CONSTRAINT sms_partner_call_state_known CHECK (state IN ('waiting', 'answered', 'exhausted', 'stopped')),
    CONSTRAINT sms_partner_call_waiting_is_due CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
    CONSTRAINT sms_partner_call_attempts_counted CHECK (attempts >= 0)
  );
  CREATE INDEX sms_partner_call_due ON sms_partner_call (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
  CREATE INDEX sms_partner_call_due_of_service ON sms_partner_call (service_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

  -- Set by the database, so that it is always the transaction's service.
  CREATE FUNCTION sms_partner_call_service() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.service_id := (SELECT service_id FROM sms_transaction WHERE id = NEW.transaction_id);
    RETURN NEW;
  END $$;
  CREATE TRIGGER sms_partner_call_service BEFORE INSERT ON sms_partner_call FOR EACH ROW EXECUTE FUNCTION sms_partner_call_service();`;

// Runs as the owner and changes only data of the payer, like the function in the migration of personal data. Rows that are still in use are skipped;
// sms_open_reason returns why they are.
// The number is kept as long as the transaction may be disputed. Texts may be erased earlier (p_texts_only).
const ERASURE = `
  CREATE FUNCTION sms_open_reason(p_message_id text) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT CASE
      WHEN i.reply IS NULL THEN 'its reply is pending'
      WHEN EXISTS (SELECT FROM sms_transaction t JOIN sms_partner_call c ON c.transaction_id = t.id WHERE t.message_id = i.message_id AND c.state = 'waiting')
        THEN 'its partner''s program is still called'
    END FROM sms_inbound i WHERE i.message_id = p_message_id
  $$;

  CREATE FUNCTION erase_sms(p_message_ids text[], p_mention text, p_texts_only boolean) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_over text[];
    v_theirs text[];
  BEGIN
    PERFORM FROM sms_inbound WHERE message_id = ANY (p_message_ids) ORDER BY message_id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_message_ids) AS given (id) WHERE sms_open_reason(id) IS NULL;
    SELECT coalesce(array_agg(message_id), '{}') INTO v_theirs FROM sms_inbound
    WHERE message_id = ANY (v_over) AND (p_mention IS NULL OR from_number ~* p_mention);
    UPDATE sms_inbound SET text = '', reply = '' WHERE message_id = ANY (v_theirs);
    UPDATE sms_partner_call c SET last_problem = NULL FROM sms_transaction t WHERE t.id = c.transaction_id AND t.message_id = ANY (v_theirs);
    IF NOT p_texts_only THEN
      UPDATE sms_inbound SET from_number = '48000000000' WHERE message_id = ANY (v_theirs);
      UPDATE sms_transaction SET from_number = '48000000000' WHERE message_id = ANY (v_theirs);
    END IF;
    IF p_mention IS NOT NULL THEN
      UPDATE sms_inbound SET text = without_mention(text, p_mention), reply = without_mention(reply, p_mention) WHERE message_id = ANY (v_over);
    END IF;
    RETURN cardinality(v_over);
  END $$;`;
