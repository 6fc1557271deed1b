import type { QueryRunner } from 'typeorm';
import { alterWithLockRetry, OnlineMigration } from '../../runtime/database/schema/online-migration.js';

const BATCH = 5_000;

/** The postings of partners' accounts in the order of their business time, so that a partner's day or month is read without the others'. */
export class WalletLines1810000000450 extends OnlineMigration {
  readonly name = 'WalletLines1810000000450';

  async up(runner: QueryRunner): Promise<void> {
    await alterWithLockRetry(runner, TABLE);
    // Every posting from here on has its line: what was posted before is committed, because the trigger waited for its writers.
    await alterWithLockRetry(runner, FOLLOW);
    for (let last: string | null = null; ;) {
      const [row] = (await runner.query(FILL, [last, BATCH])) as { id: string }[];
      if (!row) break;
      last = row.id;
    }
    await alterWithLockRetry(runner, GUARD);
  }
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS wallet_line (
    account_id bigint NOT NULL,
    occurred_at timestamptz NOT NULL,
    entry_id uuid NOT NULL,
    line smallint NOT NULL,
    amount_minor bigint NOT NULL,
    PRIMARY KEY (account_id, occurred_at, entry_id, line) INCLUDE (amount_minor)
  );`;

// As of the wallets: only a posting writes here, and the function runs as the owner, because nobody else may.
const FOLLOW = `
  CREATE OR REPLACE FUNCTION wallet_line_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO public.wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
    SELECT p.account_id, (SELECT e.occurred_at FROM public.ledger_entry e WHERE e.id = p.entry_id), p.entry_id, p.line, p.amount_minor
    FROM added p
    WHERE (SELECT a.partner_id FROM public.ledger_account a WHERE a.id = p.account_id) IS NOT NULL;
    RETURN NULL;
  END $$;
  DROP TRIGGER IF EXISTS ledger_posting_adds_wallet_line ON ledger_posting;
  CREATE TRIGGER ledger_posting_adds_wallet_line AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_line_added();`;

const FILL = `
  WITH batch AS (
    SELECT id, occurred_at FROM ledger_entry WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2
  ), filled AS (
    INSERT INTO wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
    SELECT p.account_id, batch.occurred_at, p.entry_id, p.line, p.amount_minor
    FROM batch JOIN ledger_posting p ON p.entry_id = batch.id JOIN ledger_account a ON a.id = p.account_id AND a.partner_id IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  SELECT id FROM batch ORDER BY id DESC LIMIT 1`;

const GUARD = `
  DROP TRIGGER IF EXISTS wallet_line_follows_postings ON wallet_line;
  CREATE TRIGGER wallet_line_follows_postings BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON wallet_line
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();`;
