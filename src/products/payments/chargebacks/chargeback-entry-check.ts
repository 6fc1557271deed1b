import type { EntryCheck } from '../../../platform/products/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

/** The ledger entry that each chargeback must have. */
export const CHARGEBACK_ENTRY_CHECK: EntryCheck = {
  kinds: ['payment.chargeback'],
  table: 'payment_chargeback',
  key: { column: 'id', ...UUID_KEY },
  postings: `
    SELECT 'payment.chargeback' AS kind, b.transaction_id || ':' || b.id AS reference, l.account, l.partner_id, b.test, 'PLN' AS currency, l.amount_minor
    FROM payment_chargeback b CROSS JOIN LATERAL (VALUES
      ('partner:available', b.partner_id, b.available_minor), ('partner:receivable', b.partner_id, b.receivable_minor),
      ('platform:clearing:' || b.channel, NULL, -b.pln_minor)) AS l (account, partner_id, amount_minor)
    WHERE b.id >= $1 AND b.id < $2 AND l.amount_minor <> 0`,
};
