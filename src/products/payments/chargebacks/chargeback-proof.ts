import type { EntryProof } from '../../../platform/ledger/entry-proof.js';
import { UUID_KEY } from '../../../platform/ledger/rows/row-batches.js';

/** What each chargeback has to have entered. */
export const CHARGEBACK_PROOF: EntryProof = {
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
