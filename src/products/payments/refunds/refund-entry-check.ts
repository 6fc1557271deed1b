import type { EntryCheck } from '../../../platform/ledger/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

const CLEARING = `'platform:clearing:' || r.channel`;

/** Account and partner of a posting. */
type Line = readonly [account: string, partner: string];
const AVAILABLE: Line = [`'partner:available'`, 's.partner_id'];
const RESERVED: Line = [`'partner:reserved'`, 's.partner_id'];
const CHANNEL: Line = [CLEARING, 'NULL::uuid'];

const entry = (kind: string, when: string, plus: Line, minus: Line): string => `
  SELECT '${kind}' AS kind, r.transaction_id || ':' || r.id AS reference, l.account, l.partner_id, r.test, 'PLN' AS currency, l.amount_minor
  FROM payment_refund r JOIN service s ON s.id = r.service_id
    CROSS JOIN LATERAL (VALUES (${plus.join(', ')}, r.wallet_minor), (${minus.join(', ')}, -r.wallet_minor)) AS l (account, partner_id, amount_minor)
  WHERE r.wallet_minor <> 0 AND r.id >= $1 AND r.id < $2 AND ${when}`;

/** The ledger entries that each refund must have, by its status and whether the payer ever had the money. */
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
