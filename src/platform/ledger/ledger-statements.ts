import type { NamedQuery } from '../../runtime/database/named-query.js';

/**
 * Writes entries and their postings in one statement. Triggers of the database change the wallets.
 *
 * Parameters per entry: id, kind, reference, occurred at, test. Parameters per posting: id of the entry, line, account kind, partner id,
 * currency, test, amount.
 *
 * The process caches no account ids: a cached account could belong to a transaction that was rolled back. The statement writes nothing
 * while an account is missing. Every part depends on `entry`, so the statement writes nothing for a repeated (kind, reference), either.
 */
export const POST_ENTRIES: NamedQuery = {
  name: 'ledger-post-entries',
  text: `
    WITH draft AS (
      SELECT d.*, CASE WHEN d.partner_id IS NULL
          THEN (SELECT a.id FROM ledger_account a WHERE a.partner_id IS NULL AND a.kind = d.kind AND a.currency = d.currency AND a.test = d.test)
          ELSE (SELECT a.id FROM ledger_account a
                WHERE a.partner_id = d.partner_id AND a.kind = d.kind AND a.currency = d.currency AND a.test = d.test)
        END AS account_id
      FROM unnest($6::uuid[], $7::smallint[], $8::text[], $9::uuid[], $10::text[], $11::boolean[], $12::bigint[])
        AS d (entry_id, line, kind, partner_id, currency, test, amount_minor)
    ), entry AS (
      INSERT INTO ledger_entry (id, kind, reference, occurred_at, test)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[]) AS e (id, kind, reference, occurred_at, test)
      WHERE NOT EXISTS (SELECT FROM draft WHERE account_id IS NULL) ORDER BY reference, kind
      ON CONFLICT (reference, kind) DO NOTHING
      RETURNING id
    ), posting AS (
      INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
      SELECT entry.id, draft.line, draft.account_id, draft.amount_minor, draft.currency FROM entry JOIN draft ON draft.entry_id = entry.id
    )
    SELECT EXISTS (SELECT FROM draft WHERE account_id IS NULL) AS account_missing, ARRAY(SELECT id FROM entry) AS posted`,
};

/**
 * Opens the accounts that are missing. A trigger opens the wallets of partners. The rows are sorted, so that two transactions which open
 * the same accounts cannot deadlock.
 * Parameters per posting: account kind, partner id, currency, test.
 */
export const OPEN_ACCOUNTS: NamedQuery = {
  name: 'ledger-open-accounts',
  text: `
    INSERT INTO ledger_account (kind, partner_id, currency, test)
    SELECT DISTINCT kind, partner_id, currency, test FROM unnest($1::text[], $2::uuid[], $3::text[], $4::boolean[]) AS d (kind, partner_id, currency, test)
    ORDER BY partner_id, kind, currency, test
    ON CONFLICT DO NOTHING`,
};
