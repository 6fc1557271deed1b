import type { EntryCheck } from '../../products/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

/** The entry that each payout must have caused. */
export const PAYOUT_ENTRY_CHECK: EntryCheck = {
  kinds: ['payout.paid'],
  table: 'payout',
  key: { column: 'id', ...UUID_KEY },
  postings: `
    SELECT 'payout.paid' AS kind, o.id::text AS reference, l.account, l.partner_id, o.test, o.currency, l.amount_minor
    FROM payout o CROSS JOIN LATERAL (VALUES
      ('partner:available', o.partner_id, o.amount_minor), ('platform:liquidity', NULL, -o.amount_minor)) AS l (account, partner_id, amount_minor)
    WHERE o.id >= $1 AND o.id < $2`,
};

/** The entry that each adjustment must have caused. */
export const ADJUSTMENT_ENTRY_CHECK: EntryCheck = {
  kinds: ['adjustment.made'],
  table: 'ledger_adjustment',
  key: { column: 'id', ...UUID_KEY },
  postings: `
    SELECT 'adjustment.made' AS kind, j.id::text AS reference, l.account,
      CASE WHEN l.account LIKE 'partner:%' THEN j.partner_id END AS partner_id, j.test, j.currency, l.amount_minor
    FROM ledger_adjustment j CROSS JOIN LATERAL (VALUES (j.debit, j.amount_minor), (j.credit, -j.amount_minor)) AS l (account, amount_minor)
    WHERE j.id >= $1 AND j.id < $2`,
};
