import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Manual entries: settlements, payouts and adjustments; and the settlement files of providers. */
export class Settlements1820000000010 extends SchemaPart {
  readonly name = 'Settlements1820000000010';

  protected statements(): string[] {
    return [SETTLEMENTS, MANUAL_ENTRIES, PAYOUTS, FILES, UNDONE, KEPT];
  }
}

const PROVIDER = "provider ~ '^[a-z0-9_-]{1,64}$'";
const REFERENCE = "reference ~ '^[!-~]{1,64}$'";
const AUTHOR = 'char_length(author) BETWEEN 1 AND 120';

// done_at, done_id: progress through the entries of the period. settlement_line: the settlement of an entry, at most one per provider, even when periods
// overlap. It has no foreign key to the entry, whose row would be locked; entries are never deleted.
const SETTLEMENTS = `
  CREATE TABLE settlement (
    id uuid PRIMARY KEY,
    reference text COLLATE "C" NOT NULL,
    provider text NOT NULL,
    test boolean NOT NULL,
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    author text NOT NULL,
    state text NOT NULL,
    done_at timestamptz NOT NULL,
    done_id uuid NOT NULL,
    batch_count integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT settlement_once UNIQUE (reference),
    CONSTRAINT settlement_form CHECK (${PROVIDER} AND ${REFERENCE} AND ${AUTHOR}),
    CONSTRAINT settlement_state_known CHECK (state IN ('open', 'done')),
    CONSTRAINT settlement_period CHECK (from_at < to_at AND done_at BETWEEN from_at AND to_at)
  );
  CREATE INDEX settlement_list ON settlement (created_at);
  CREATE TABLE settlement_batch (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    settlement_id uuid NOT NULL REFERENCES settlement (id),
    number integer NOT NULL,
    CONSTRAINT settlement_batch_once UNIQUE (settlement_id, number)
  );
  CREATE TABLE settlement_line (
    entry_id uuid NOT NULL,
    provider text NOT NULL,
    batch_id bigint NOT NULL REFERENCES settlement_batch (id),
    PRIMARY KEY (entry_id, provider)
  );
  CREATE INDEX settlement_line_of_batch ON settlement_line (batch_id);`;

const MANUAL_ENTRIES = `
  CREATE TABLE payout (
    id uuid PRIMARY KEY,
    reference text COLLATE "C" NOT NULL,
    partner_id uuid NOT NULL REFERENCES partner (id),
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    test boolean NOT NULL,
    author text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT payout_once UNIQUE (reference),
    CONSTRAINT payout_form CHECK (${REFERENCE} AND ${AUTHOR} AND currency ~ '^[A-Z]{3}$'),
    CONSTRAINT payout_amount_positive CHECK (amount_minor > 0)
  );
  CREATE TABLE ledger_adjustment (
    id uuid PRIMARY KEY,
    reference text COLLATE "C" NOT NULL,
    debit text NOT NULL,
    credit text NOT NULL,
    partner_id uuid REFERENCES partner (id),
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    test boolean NOT NULL,
    reason text NOT NULL,
    author text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT ledger_adjustment_once UNIQUE (reference),
    CONSTRAINT ledger_adjustment_form CHECK (${REFERENCE} AND ${AUTHOR} AND currency ~ '^[A-Z]{3}$' AND char_length(reason) BETWEEN 1 AND 500),
    CONSTRAINT ledger_adjustment_amount_positive CHECK (amount_minor > 0),
    CONSTRAINT ledger_adjustment_moves CHECK (debit <> credit),
    CONSTRAINT ledger_adjustment_partner_named CHECK ((debit LIKE 'partner:%' OR credit LIKE 'partner:%') = (partner_id IS NOT NULL)),
    CONSTRAINT ledger_adjustment_not_of_sales CHECK (NOT ARRAY[debit, credit] && ARRAY['partner:pending', 'partner:reserved', 'platform:held'])
  );`;

// After a payout the available balance must still cover what the partner owes. Checked at the commit, while the wallet is locked.
const PAYOUTS = `
  CREATE FUNCTION payout_within_available() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF EXISTS (SELECT FROM public.wallet w WHERE (w.partner_id, w.currency, w.test) = (NEW.partner_id, NEW.currency, NEW.test)
        AND w.available_minor < w.receivable_minor) THEN
      RAISE EXCEPTION 'after payout % the partner has less than it owes', NEW.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_within_available', TABLE = 'payout';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER payout_within_available AFTER INSERT ON payout
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payout_within_available();`;

// loaded and matched count lines. walked_at, walked_id: progress of looking for the entries of the period in the file.
const FILES = `
  CREATE TABLE settlement_file (
    id uuid PRIMARY KEY,
    digest text NOT NULL,
    name text NOT NULL,
    provider text NOT NULL,
    test boolean NOT NULL,
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    author text NOT NULL,
    lines integer NOT NULL,
    state text NOT NULL,
    loaded integer NOT NULL DEFAULT 0,
    matched integer NOT NULL DEFAULT 0,
    walked_at timestamptz NOT NULL,
    walked_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT settlement_file_once UNIQUE (digest),
    CONSTRAINT settlement_file_form CHECK (${PROVIDER} AND ${AUTHOR} AND digest ~ '^[0-9a-f]{64}$' AND char_length(name) <= 255),
    CONSTRAINT settlement_file_state_known CHECK (state IN ('loading', 'matching', 'walking', 'done')),
    CONSTRAINT settlement_file_progress CHECK (from_at < to_at AND loaded BETWEEN 0 AND lines AND matched BETWEEN 0 AND loaded AND walked_at BETWEEN from_at AND to_at)
  );
  CREATE TABLE settlement_file_line (
    file_id uuid NOT NULL,
    line integer NOT NULL,
    at_line integer NOT NULL,
    reference text COLLATE "C" NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    own uuid,
    PRIMARY KEY (file_id, line)
  );
  CREATE INDEX settlement_file_line_by_own ON settlement_file_line (file_id, own, line) WHERE own IS NOT NULL;
  CREATE INDEX settlement_file_line_by_reference ON settlement_file_line (file_id, reference, line);
  CREATE TABLE settlement_file_discrepancy (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    file_id uuid NOT NULL REFERENCES settlement_file (id),
    kind text NOT NULL,
    at_line integer,
    reference text NOT NULL,
    ledger_minor bigint,
    file_minor bigint,
    currency text NOT NULL,
    CONSTRAINT settlement_file_discrepancy_kind_known CHECK (kind IN ('missing_here', 'missing_there', 'amount', 'twice'))
  );
  CREATE INDEX settlement_file_discrepancy_of_amount ON settlement_file_discrepancy (file_id, reference) WHERE kind = 'amount';
  CREATE INDEX settlement_file_discrepancy_of_file ON settlement_file_discrepancy (file_id, id);`;

// An undone import is deleted, so that the file can be imported again. This row remains.
const UNDONE = `
  CREATE TABLE settlement_file_undone (
    file_id uuid PRIMARY KEY,
    digest text NOT NULL,
    name text NOT NULL,
    provider text NOT NULL,
    test boolean NOT NULL,
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    lines integer NOT NULL,
    discrepancies integer NOT NULL,
    imported_by text NOT NULL,
    imported_at timestamptz NOT NULL,
    author text NOT NULL,
    reason text NOT NULL,
    undone_at timestamptz NOT NULL,
    CONSTRAINT settlement_file_undone_form CHECK (char_length(author) BETWEEN 1 AND 120 AND char_length(reason) BETWEEN 1 AND 500)
  );`;

// The ledger is verified against these rows, so they are immutable, also for the owner.
const KEPT = `
  CREATE FUNCTION settlement_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF TG_OP <> 'UPDATE' OR OLD.state = 'done'
       OR (NEW.id, NEW.reference, NEW.provider, NEW.test, NEW.from_at, NEW.to_at, NEW.author, NEW.created_at)
         IS DISTINCT FROM (OLD.id, OLD.reference, OLD.provider, OLD.test, OLD.from_at, OLD.to_at, OLD.author, OLD.created_at) THEN
      RAISE EXCEPTION 'settlement % cannot be changed', OLD.reference USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER settlement_immutable BEFORE UPDATE OR DELETE ON settlement FOR EACH ROW EXECUTE FUNCTION settlement_immutable();
  ${['settlement_batch', 'settlement_line', 'settlement_file_undone', 'payout', 'ledger_adjustment']
    .map(
      (table) => `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`,
    )
    .join('\n  ')}`;
