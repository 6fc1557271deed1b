/**
 * Parameters: settlement's id, number of entries. Returns the end of the next batch: its last entry, or the end of the period.
 * Times are text, because PostgreSQL stores microseconds and a `Date` only milliseconds.
 */
export const NEXT_SETTLEMENT_RANGE = `
  SELECT coalesce(e.occurred_at, s.to_at)::text AS at, coalesce(e.id, '00000000-0000-0000-0000-000000000000')::text AS id, e.id IS NULL AS last
  FROM settlement s LEFT JOIN LATERAL (
    SELECT occurred_at, id FROM ledger_entry
    WHERE (occurred_at, id) > (s.done_at, s.done_id) AND occurred_at < s.to_at ORDER BY occurred_at, id OFFSET $2 - 1 LIMIT 1
  ) AS e ON true
  WHERE s.id = $1`;

/**
 * Parameters: settlement's id, batch's id, the range's end (time and id). Claims the entries of the range that have a posting on the
 * provider's clearing account. Returns the sums of these entries on that account and on the partners' pending accounts.
 */
export const CLAIM_RANGE = `
  WITH claimed AS (
    INSERT INTO settlement_line (entry_id, provider, batch_id)
    SELECT e.id, s.provider, $2::bigint
    FROM settlement s JOIN ledger_entry e ON (e.occurred_at, e.id) > (s.done_at, s.done_id) AND (e.occurred_at, e.id) <= ($3::timestamptz, $4::uuid)
      AND e.occurred_at < s.to_at AND e.test = s.test AND e.kind <> 'settlement.settled'
    WHERE s.id = $1 AND EXISTS (
      SELECT FROM ledger_posting p WHERE p.entry_id = e.id
        AND p.account_id IN (SELECT a.id FROM ledger_account a WHERE a.partner_id IS NULL AND a.kind = 'platform:clearing:' || s.provider AND a.test = s.test))
    ORDER BY e.id
    ON CONFLICT DO NOTHING
    RETURNING entry_id
  )
  SELECT a.kind AS account, a.partner_id, a.currency, sum(p.amount_minor)::text AS total, (SELECT count(*)::int FROM claimed) AS entries
  FROM claimed c JOIN ledger_posting p ON p.entry_id = c.entry_id JOIN ledger_account a ON a.id = p.account_id
  WHERE a.kind IN ('partner:pending', 'platform:clearing:' || (SELECT provider FROM settlement WHERE id = $1))
  GROUP BY a.kind, a.partner_id, a.currency ORDER BY a.partner_id NULLS FIRST, a.currency`;

/** Parameter: settlement's id. Sums that the settlement has moved, by account and currency. */
export const SETTLED_TOTALS = `
  SELECT a.kind AS account, a.currency, sum(p.amount_minor)::text AS total
  FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
  WHERE e.reference > $1 || ':' AND e.reference < $1 || ';' AND e.kind = 'settlement.settled'
  GROUP BY a.kind, a.currency ORDER BY a.currency, a.kind`;
