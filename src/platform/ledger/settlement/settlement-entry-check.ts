import type { EntryCheck } from '../entry-check.js';
import { BIGINT_KEY } from '../../../runtime/database/rows/row-batches.js';

/**
 * The entry that each settlement batch must have caused. It moves the batch's money from clearing to liquidity and from pending to
 * available.
 */
export const SETTLEMENT_ENTRY_CHECK: EntryCheck = {
  kinds: ['settlement.settled'],
  table: 'settlement_batch',
  key: { column: 'id', ...BIGINT_KEY },
  rowsPerStatement: 5, // each batch covers thousands of entries
  postings: `
    SELECT 'settlement.settled' AS kind, s.id || ':' || b.number AS reference, l.account, t.partner_id, s.test, t.currency, l.amount_minor
    FROM settlement_batch b JOIN settlement s ON s.id = b.settlement_id CROSS JOIN LATERAL (
      SELECT a.kind, a.partner_id, a.currency, sum(p.amount_minor)::bigint AS total
      FROM settlement_line i JOIN ledger_posting p ON p.entry_id = i.entry_id JOIN ledger_account a ON a.id = p.account_id
      WHERE i.batch_id = b.id AND a.kind IN ('platform:clearing:' || s.provider, 'partner:pending')
      GROUP BY a.kind, a.partner_id, a.currency
    ) AS t CROSS JOIN LATERAL (VALUES
      (t.kind, -t.total), (CASE t.kind WHEN 'partner:pending' THEN 'partner:available' ELSE 'platform:liquidity' END, t.total)) AS l (account, amount_minor)
    WHERE b.id >= $1 AND b.id < $2 AND t.total <> 0`,
};
