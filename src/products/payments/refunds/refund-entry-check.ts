import type { EntryCheck } from '../../../platform/products/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

/** SQL of the account and the partner of a posting. */
type PostingAccount = readonly [account: string, partner: string];
const AVAILABLE: PostingAccount = [`'partner:available'`, 's.partner_id'];
const RESERVED: PostingAccount = [`'partner:reserved'`, 's.partner_id'];
const CLEARING: PostingAccount = [`'platform:clearing:' || r.channel`, 'NULL::uuid'];

const entrySql = (kind: string, condition: string, debit: PostingAccount, credit: PostingAccount): string => `
  SELECT '${kind}' AS kind, r.transaction_id || ':' || r.id AS reference, l.account, l.partner_id, r.test, 'PLN' AS currency, l.amount_minor
  FROM payment_refund r JOIN service s ON s.id = r.service_id
    CROSS JOIN LATERAL (VALUES (${debit.join(', ')}, r.wallet_minor), (${credit.join(', ')}, -r.wallet_minor)) AS l (account, partner_id, amount_minor)
  WHERE r.wallet_minor <> 0 AND r.id >= $1 AND r.id < $2 AND ${condition}`;

/** The ledger entries that each refund must have. They depend on its status and on whether it was ever completed. */
export const REFUND_ENTRY_CHECK: EntryCheck = {
  kinds: ['refund.reserved', 'refund.completed', 'refund.released', 'refund.taken_back'],
  table: 'payment_refund',
  key: { column: 'id', ...UUID_KEY },
  postings: [
    entrySql('refund.reserved', 'true', AVAILABLE, RESERVED),
    entrySql('refund.completed', 'r.completed_at IS NOT NULL', RESERVED, CLEARING),
    entrySql('refund.released', `r.status IN ('refund_rejected', 'refund_failed') AND r.completed_at IS NULL`, RESERVED, AVAILABLE),
    entrySql('refund.taken_back', `r.status = 'refund_failed' AND r.completed_at IS NOT NULL`, CLEARING, AVAILABLE),
  ].join(' UNION ALL '),
};
