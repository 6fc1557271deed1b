/** Selects the balance of each account, the sum of all its postings. */
export const BALANCES_SQL = `SELECT a.kind || coalesce(' ' || a.partner_id, '') AS account, a.test, sum(p.amount_minor) AS sum
         FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id GROUP BY a.kind, a.partner_id, a.test`;

/** Selects a number that increases with each writing transaction. While the number is the same, there are no new rows. */
export const SNAPSHOT_XMAX = { name: 'simulation_last_written', text: 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS at' };

/** Selects the stored balances of each wallet, with the account's name as in `BALANCES_SQL`. */
export const WALLETS_SQL = `SELECT 'partner:' || part || ' ' || partner_id AS account, test, minor
         FROM wallet, LATERAL (VALUES ('pending', pending_minor), ('available', available_minor), ('reserved', reserved_minor), ('receivable', -receivable_minor)) AS p (part, minor)`;

/** Selects the references of the attempts and charges that staff are shown as conflicting. */
export const CONFLICTING_SQL = `SELECT reference FROM payment_attempt WHERE conflict IS NOT NULL
         UNION ALL SELECT reference FROM direct_billing_charge WHERE conflict IS NOT NULL`;

/**
 * Selects the totals of whole lists (`level` 0, with the changes that are not compacted) that differ from the number of rows. `checkEnd`
 * also checks the counters of days, hours and minutes.
 */
export const WRONG_COUNTERS_SQL = `
    WITH row AS (
      SELECT 'directbilling.transactions:' || service_id AS list, status FROM direct_billing_transaction
      UNION ALL SELECT 'payment.transactions:' || service_id, status FROM payment_transaction
      UNION ALL SELECT 'payment.aliases:' || service_id, status FROM payment_alias
      UNION ALL SELECT 'payment.subscriptions:' || service_id, status FROM payment_subscription
      UNION ALL SELECT 'sms.transactions:' || service_id, CASE WHEN used_at IS NULL THEN 'unused' ELSE 'used' END FROM sms_transaction
    ), due AS (SELECT list, status, count(*) AS n FROM row GROUP BY list, status), counted AS (
      SELECT list, status, sum(count) AS n
      FROM (SELECT list, status, count FROM listing_change UNION ALL SELECT list, status, count FROM listing_counter WHERE level = 0) AS c
      GROUP BY list, status
    )
    SELECT list, status, coalesce(counted.n, 0) AS counted, coalesce(due.n, 0) AS due
    FROM counted FULL JOIN due USING (list, status) WHERE coalesce(counted.n, 0) <> coalesce(due.n, 0)`;
