/** Finds the first inconsistent entry of a range of ids, and the reason. Parameters: from (included) and to (excluded). */
export const INCONSISTENT_ENTRY = `
  SELECT id, CASE WHEN entry IS NULL THEN 'its postings have no entry'
                  WHEN coalesce(postings, 0) < 2 THEN 'it has fewer than two postings'
                  ELSE 'its postings do not sum to zero' END AS reason
  FROM (SELECT id, id AS entry FROM ledger_entry WHERE id >= $1 AND id < $2) AS entries
  FULL JOIN (
    SELECT entry_id AS id, sum(n) AS postings, bool_or(total <> 0) AS unbalanced
    FROM (SELECT entry_id, currency, count(*) AS n, sum(amount_minor) AS total
          FROM ledger_posting WHERE entry_id >= $1 AND entry_id < $2 GROUP BY entry_id, currency) AS by_currency
    GROUP BY entry_id
  ) AS posted USING (id)
  WHERE entry IS NULL OR postings IS NULL OR postings < 2 OR unbalanced
  ORDER BY id LIMIT 1`;

/**
 * Finds the first posting whose account is missing, has another currency, or mixes test money with real money.
 * Parameters: from (included) and to (excluded).
 */
export const INCONSISTENT_POSTING = `
  SELECT p.entry_id AS id, CASE WHEN a.currency IS DISTINCT FROM p.currency
      THEN 'posting ' || p.line || ' does not have the currency of an account'
      ELSE 'posting ' || p.line || ' mixes test money with real money' END AS reason
  FROM ledger_posting p LEFT JOIN ledger_account a ON a.id = p.account_id LEFT JOIN ledger_entry e ON e.id = p.entry_id
  WHERE p.entry_id >= $1 AND p.entry_id < $2 AND (a.currency IS DISTINCT FROM p.currency OR a.test <> e.test)
  ORDER BY p.entry_id, p.line LIMIT 1`;

/** Sum and number of a range's postings for each account. Parameters: from (included) and to (excluded). */
export const ACCOUNT_SUMS = `
  SELECT account_id, count(*)::int AS postings, sum(amount_minor)::text AS total
  FROM ledger_posting WHERE entry_id >= $1 AND entry_id < $2 GROUP BY account_id`;

/** Parameters: from (included) and to (excluded). */
export const ENTRIES_BY_KIND = 'SELECT kind, count(*)::int AS entries FROM ledger_entry WHERE id >= $1 AND id < $2 GROUP BY kind';

export const SUSPENSE_ACCOUNTS = "SELECT id, currency, test FROM ledger_account WHERE kind = 'platform:suspense' ORDER BY id";

/** Sum and number of the wallet lines of each account. The lines repeat the account's postings. */
export const LINE_SUMS = `
  SELECT account_id, count(*)::int AS postings, sum(amount_minor)::text AS total FROM wallet_line GROUP BY account_id`;

/** Each wallet. A partner with a wallet account but without a wallet also has a row. */
export const WALLETS = `
  SELECT partner_id, currency, test, w.pending_minor, w.available_minor, w.reserved_minor, w.receivable_minor, a.accounts
  FROM wallet w FULL JOIN (
    SELECT partner_id, currency, test, jsonb_object_agg(kind, id::text) AS accounts
    FROM ledger_account WHERE kind IN ('partner:pending', 'partner:available', 'partner:reserved', 'partner:receivable') GROUP BY partner_id, currency, test
  ) AS a USING (partner_id, currency, test)
  ORDER BY partner_id, currency, test`;
