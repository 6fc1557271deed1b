import type { NamedQuery } from '../../runtime/database/named-query.js';

/**
 * Entries, their postings and their wallets in one statement.
 * Parameters, per entry: id, kind, reference, occurred at; then per posting: entry's id, line, account kind, partner id, currency, amount.
 * Accounts are looked up here rather than remembered in the program, which could remember an id whose transaction was rolled back;
 * while one is missing nothing is written. Every part depends on `entry`, so a repeated (kind, reference) writes nothing either.
 * Wallet rows are locked last and in ascending partner id, so that entries with several partners cannot block each other.
 */
export const POST_ENTRIES: NamedQuery = {
  name: 'ledger-post-entries',
  text: `
    WITH draft AS (
      SELECT d.*, CASE WHEN d.partner_id IS NULL
          THEN (SELECT a.id FROM ledger_account a WHERE a.partner_id IS NULL AND a.kind = d.kind AND a.currency = d.currency)
          ELSE (SELECT a.id FROM ledger_account a WHERE a.partner_id = d.partner_id AND a.kind = d.kind AND a.currency = d.currency)
        END AS account_id
      FROM unnest($5::uuid[], $6::smallint[], $7::text[], $8::uuid[], $9::text[], $10::bigint[])
        AS d (entry_id, line, kind, partner_id, currency, amount_minor)
    ), entry AS (
      INSERT INTO ledger_entry (id, kind, reference, occurred_at)
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) AS e (id, kind, reference, occurred_at)
      WHERE NOT EXISTS (SELECT FROM draft WHERE account_id IS NULL) ORDER BY reference, kind
      ON CONFLICT (reference, kind) DO NOTHING
      RETURNING id
    ), posting AS (
      INSERT INTO ledger_posting (entry_id, line, account_id, amount_minor, currency)
      SELECT entry.id, draft.line, draft.account_id, draft.amount_minor, draft.currency FROM entry JOIN draft ON draft.entry_id = entry.id
    ), change AS (
      SELECT partner_id, currency,
        -coalesce(sum(amount_minor) FILTER (WHERE kind = 'partner:pending'), 0) AS pending,
        -coalesce(sum(amount_minor) FILTER (WHERE kind = 'partner:available'), 0) AS available,
        -coalesce(sum(amount_minor) FILTER (WHERE kind = 'partner:reserved'), 0) AS reserved
      FROM draft JOIN entry ON entry.id = draft.entry_id WHERE kind IN ('partner:pending', 'partner:available', 'partner:reserved')
      GROUP BY partner_id, currency
    ), held AS (
      SELECT change.* FROM change JOIN wallet w USING (partner_id, currency) ORDER BY w.partner_id, w.currency FOR NO KEY UPDATE OF w
    ), moved AS (
      UPDATE wallet w SET
        pending_minor = w.pending_minor + held.pending,
        available_minor = w.available_minor + held.available,
        reserved_minor = w.reserved_minor + held.reserved
      FROM held WHERE w.partner_id = held.partner_id AND w.currency = held.currency
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM draft WHERE account_id IS NULL) AS account_missing,
      ARRAY(SELECT id FROM entry) AS posted,
      (SELECT count(*) FROM change) <> (SELECT count(*) FROM moved) AS wallet_missing`,
};

/**
 * Opens the accounts that are missing, and the wallet of each partner among them. Two transactions that open the same account
 * take turns; the rows are in order so that they cannot block each other.
 * Parameters, per posting: account kind, partner id, currency.
 */
export const OPEN_ACCOUNTS: NamedQuery = {
  name: 'ledger-open-accounts',
  text: `
    WITH needed AS (
      SELECT DISTINCT kind, partner_id, currency FROM unnest($1::text[], $2::uuid[], $3::text[]) AS d (kind, partner_id, currency)
    ), opened AS (
      INSERT INTO ledger_account (kind, partner_id, currency)
      SELECT kind, partner_id, currency FROM needed ORDER BY partner_id, kind, currency
      ON CONFLICT DO NOTHING
    )
    INSERT INTO wallet (partner_id, currency)
    SELECT DISTINCT partner_id, currency FROM needed WHERE kind IN ('partner:pending', 'partner:available', 'partner:reserved')
    ORDER BY partner_id, currency
    ON CONFLICT DO NOTHING`,
};
