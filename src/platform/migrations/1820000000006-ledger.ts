import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Double-entry ledger: accounts, entries with postings that cannot be changed, and the wallet balances that follow from them. */
export class Ledger1820000000006 extends SchemaPart {
  readonly name = 'Ledger1820000000006';

  protected statements(): string[] {
    return [TABLES, SEALS, SAME_TRANSACTION, BALANCED, WALLETS, WALLET_LINES, IMMUTABLE, VERIFICATIONS];
  }
}

const WALLET_KINDS = "'partner:pending', 'partner:available', 'partner:reserved', 'partner:receivable'";

// The reference is compared byte by byte ("C"), so that all entries of one subject are a range of the unique index.
// A posting's account has no foreign key, which would lock the row of a platform account in every transaction. The trigger below checks the account
// instead, and accounts are never changed or deleted. Test money is separate: test accounts, test wallets and test entries.
const TABLES = `
  CREATE TABLE ledger_account (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    partner_id uuid REFERENCES partner (id),
    currency text NOT NULL,
    test boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ledger_account_kind_form CHECK (kind ~ '^(partner|platform)(:[a-z0-9_-]+)+$'),
    CONSTRAINT ledger_account_partner_named CHECK ((kind LIKE 'partner:%') = (partner_id IS NOT NULL)),
    CONSTRAINT ledger_account_currency_form CHECK (currency ~ '^[A-Z]{3}$')
  );
  CREATE UNIQUE INDEX ledger_account_partner_unique ON ledger_account (partner_id, kind, currency, test) WHERE partner_id IS NOT NULL;
  CREATE UNIQUE INDEX ledger_account_platform_unique ON ledger_account (kind, currency, test) WHERE partner_id IS NULL;

  CREATE TABLE ledger_entry (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    reference text COLLATE "C" NOT NULL,
    test boolean NOT NULL,
    occurred_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT ledger_entry_once UNIQUE (reference, kind),
    CONSTRAINT ledger_entry_kind_named CHECK (kind <> ''),
    CONSTRAINT ledger_entry_reference_named CHECK (reference <> '')
  );
  -- For reading the ledger in batches: for settlements and statements, and for sealing. Both indexes grow only at their end.
  CREATE INDEX ledger_entry_by_time ON ledger_entry (occurred_at, id);
  CREATE INDEX ledger_entry_by_transaction ON ledger_entry (created_xid);

  CREATE TABLE ledger_posting (
    entry_id uuid NOT NULL REFERENCES ledger_entry (id),
    line smallint NOT NULL,
    account_id bigint NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    PRIMARY KEY (entry_id, line),
    CONSTRAINT ledger_posting_amount_not_zero CHECK (amount_minor <> 0)
  );

  CREATE TABLE wallet (
    partner_id uuid NOT NULL REFERENCES partner (id),
    currency text NOT NULL,
    test boolean NOT NULL,
    pending_minor bigint NOT NULL DEFAULT 0,
    available_minor bigint NOT NULL DEFAULT 0,
    reserved_minor bigint NOT NULL DEFAULT 0,
    receivable_minor bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (partner_id, currency, test),
    CONSTRAINT wallet_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT wallet_pending_not_negative CHECK (pending_minor >= 0),
    CONSTRAINT wallet_available_not_negative CHECK (available_minor >= 0),
    CONSTRAINT wallet_reserved_not_negative CHECK (reserved_minor >= 0)
  ) WITH (fillfactor = 70);`;

// Entries are sealed after their commit, in the order of their transactions. A seal covers all unsealed entries up to last_xid. Its hash is computed
// from their digests and the hash of the seal before.
const SEALS = `
  CREATE TABLE ledger_seal (
    number bigint PRIMARY KEY,
    last_xid xid8 NOT NULL,
    entries integer NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT ledger_seal_numbered CHECK (number > 0 AND entries > 0),
    CONSTRAINT ledger_seal_hash_form CHECK (octet_length(hash) = 32)
  );
  CREATE TABLE ledger_sealed_entry (
    entry_id uuid PRIMARY KEY,
    seal bigint NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT ledger_sealed_entry_digest_form CHECK (octet_length(digest) = 32)
  );
  CREATE INDEX ledger_sealed_entry_of_seal ON ledger_sealed_entry (seal, entry_id);`;

// Names are qualified with the schema, so that a temporary table cannot shadow them. created_xid is set by the trigger to the outermost transaction,
// so savepoints change nothing, and a value in the INSERT is ignored. Subqueries are used because the plan of a join would be cached while the
// tables are empty, and would scan all entries.
const SAME_TRANSACTION = `
  CREATE FUNCTION ledger_entry_stamp() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    NEW.created_xid := pg_current_xact_id();
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_entry_stamp BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_entry_stamp();

  CREATE FUNCTION ledger_posting_guard() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF EXISTS (SELECT FROM added p
               WHERE (SELECT e.created_xid FROM public.ledger_entry e WHERE e.id = p.entry_id) IS DISTINCT FROM pg_current_xact_id()) THEN
      RAISE EXCEPTION 'the entry of a posting is not of this transaction'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_same_transaction', TABLE = 'ledger_posting';
    END IF;
    IF EXISTS (SELECT FROM added p
               WHERE (SELECT a.currency FROM public.ledger_account a WHERE a.id = p.account_id) IS DISTINCT FROM p.currency) THEN
      RAISE EXCEPTION 'the account of a posting does not exist or has another currency'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_currency_of_account', TABLE = 'ledger_posting';
    END IF;
    IF EXISTS (SELECT FROM added p
               WHERE (SELECT a.test FROM public.ledger_account a WHERE a.id = p.account_id)
                  <> (SELECT e.test FROM public.ledger_entry e WHERE e.id = p.entry_id)) THEN
      RAISE EXCEPTION 'the account and the entry of a posting are not both test or both real'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_test_of_entry', TABLE = 'ledger_posting';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_posting_guard AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_posting_guard();`;

// Deferred to the commit, because an entry and its postings may come in several statements. The postings have the trigger, too: after SET CONSTRAINTS
// IMMEDIATE had checked the entry, more postings could be added.
const BALANCED = `
  CREATE FUNCTION ledger_entry_balanced() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    checked uuid;
    postings integer;
    unbalanced boolean;
  BEGIN
    IF TG_TABLE_NAME = 'ledger_entry' THEN checked := NEW.id; ELSE checked := NEW.entry_id; END IF;
    SELECT coalesce(sum(n), 0), coalesce(bool_or(total <> 0), false) INTO postings, unbalanced
      FROM (SELECT count(*) AS n, sum(amount_minor) AS total FROM public.ledger_posting WHERE entry_id = checked GROUP BY currency) AS by_currency;
    IF postings < 2 THEN
      RAISE EXCEPTION 'ledger entry % has fewer than two postings', checked
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_two_postings', TABLE = 'ledger_entry';
    END IF;
    IF unbalanced THEN
      RAISE EXCEPTION 'the postings of ledger entry % do not sum to zero', checked
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced', TABLE = 'ledger_entry';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balanced();
  CREATE CONSTRAINT TRIGGER ledger_posting_balanced AFTER INSERT ON ledger_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balanced();`;

// Only the trigger of the postings changes wallets, in the statement that inserts the postings, and only a new account opens one. The functions run
// as the owner, because the application may not write here. Wallets are the last rows that a transaction locks, in a fixed order, so that entries with
// several partners cannot block each other; each wallet is updated once for all its postings. receivable_minor has the sign of its postings (a debit
// is positive), and is negative after a correction of too much.
const WALLETS = `
  CREATE FUNCTION wallet_of_account() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO public.wallet (partner_id, currency, test) VALUES (NEW.partner_id, NEW.currency, NEW.test) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_account_opens_wallet AFTER INSERT ON ledger_account
    FOR EACH ROW WHEN (NEW.kind IN (${WALLET_KINDS})) EXECUTE FUNCTION wallet_of_account();

  CREATE FUNCTION wallet_apply_postings() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    change record;
  BEGIN
    FOR change IN
      SELECT a.partner_id, a.currency, a.test,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:pending'), 0) AS pending,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:available'), 0) AS available,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:reserved'), 0) AS reserved,
        coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:receivable'), 0) AS receivable
      FROM added p CROSS JOIN LATERAL (SELECT * FROM public.ledger_account WHERE id = p.account_id OFFSET 0) AS a
      WHERE a.kind IN (${WALLET_KINDS})
      GROUP BY a.partner_id, a.currency, a.test ORDER BY a.partner_id, a.currency, a.test
    LOOP
      UPDATE public.wallet SET
        pending_minor = pending_minor + change.pending,
        available_minor = available_minor + change.available,
        reserved_minor = reserved_minor + change.reserved,
        receivable_minor = receivable_minor + change.receivable
      WHERE partner_id = change.partner_id AND currency = change.currency AND test = change.test;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'partner % has no wallet', change.partner_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'wallet_of_account', TABLE = 'wallet';
      END IF;
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_posting_moves_wallet AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_apply_postings();

  -- Returns the available balance and locks the wallet until the transaction ends.
  CREATE FUNCTION wallet_available(of_partner uuid, of_currency text, of_test boolean) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    RETURN coalesce((SELECT available_minor FROM public.wallet
      WHERE partner_id = of_partner AND currency = of_currency AND test = of_test FOR NO KEY UPDATE), 0);
  END $$;

  CREATE FUNCTION wallet_refuse_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION '% of a wallet is not allowed: its postings change it', TG_OP USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER wallet_follows_postings BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON wallet
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();`;

// The postings of partners' accounts by business time, so that a partner's day or month is read without those of others. As with wallets, only the
// trigger of the postings writes here, as the owner.
const WALLET_LINES = `
  CREATE TABLE wallet_line (
    account_id bigint NOT NULL,
    occurred_at timestamptz NOT NULL,
    entry_id uuid NOT NULL,
    line smallint NOT NULL,
    amount_minor bigint NOT NULL,
    PRIMARY KEY (account_id, occurred_at, entry_id, line) INCLUDE (amount_minor)
  );

  CREATE FUNCTION wallet_line_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO public.wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
    SELECT p.account_id, (SELECT e.occurred_at FROM public.ledger_entry e WHERE e.id = p.entry_id), p.entry_id, p.line, p.amount_minor
    FROM added p
    WHERE (SELECT a.partner_id FROM public.ledger_account a WHERE a.id = p.account_id) IS NOT NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_posting_adds_wallet_line AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_line_added();
  CREATE TRIGGER wallet_line_follows_postings BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON wallet_line
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();`;

const IMMUTABLE = `
  CREATE FUNCTION ledger_refuse_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only: % is refused, corrections are new entries', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END $$;
  ${['ledger_account', 'ledger_entry', 'ledger_posting', 'ledger_seal', 'ledger_sealed_entry']
    .map(
      (table) => `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();`,
    )
    .join('\n  ')}`;

// Results of the scheduled verifications, so that each process can report the latest one.
const VERIFICATIONS = `
  CREATE TABLE ledger_verification (
      id uuid PRIMARY KEY,
      at timestamptz NOT NULL,
      took_ms bigint NOT NULL,
      entries bigint NOT NULL,
      broken_table text,
      broken_id text,
      broken_reason text,
      CONSTRAINT ledger_verification_took_time CHECK (took_ms >= 0),
      CONSTRAINT ledger_verification_broken_whole CHECK (num_nulls(broken_table, broken_id, broken_reason) IN (0, 3))
  );`;
