import type { EntryCheck } from '../../../platform/ledger/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

const CLEARING = `'platform:clearing:' || r.channel`;

/** Account and partner of a posting. */
type Side = readonly [account: string, partner: string];
const AVAILABLE: Side = [`'partner:available'`, 's.partner_id'];
const RESERVED: Side = [`'partner:reserved'`, 's.partner_id'];
const CHANNEL: Side = [CLEARING, 'NULL::uuid'];

const entry = (kind: string, condition: string, plus: Side, minus: Side): string => `
  SELECT '${kind}' AS kind, r.transaction_id || ':' || r.id AS reference, l.account, l.partner_id, r.test, 'PLN' AS currency, l.amount_minor
  FROM payment_refund r JOIN service s ON s.id = r.service_id
    CROSS JOIN LATERAL (VALUES (${plus.join(', ')}, r.wallet_minor), (${minus.join(', ')}, -r.wallet_minor)) AS l (account, partner_id, amount_minor)
  WHERE r.wallet_minor <> 0 AND r.id >= $1 AND r.id < $2 AND ${condition}`;

/** The ledger entries that each refund must have. They depend on its status and on whether the payer ever had the money. */
export const REFUND_ENTRY_CHECK: EntryCheck = {
  kinds: ['refund.reserved', 'refund.completed', 'refund.released', 'refund.taken_back'],
  table: 'payment_refund',
  key: { column: 'id', ...UUID_KEY },
  postings: [
    entry('refund.reserved', 'true', AVAILABLE, RESERVED),
    entry('refund.completed', 'r.completed_at IS NOT NULL', RESERVED, CHANNEL),
    entry('refund.released', `r.status IN ('refund_rejected', 'refund_failed') AND r.completed_at IS NULL`, RESERVED, AVAILABLE),
    entry('refund.taken_back', `r.status = 'refund_failed' AND r.completed_at IS NOT NULL`, CHANNEL, AVAILABLE),
  ].join(' UNION ALL '),
};
