import type { EntryCheck } from '../../platform/products/entry-check.js';
import { UUID_KEY } from '../../runtime/database/rows/row-batches.js';
import { salePostings } from '../../platform/ledger/sale-postings.js';

const FROM = `direct_billing_charge c JOIN direct_billing_transaction t ON t.id = c.transaction_id JOIN service s ON s.id = t.service_id`;
const WHERE = 'c.reference >= $1 AND c.reference < $2';

/** Postings for money that was booked too late: it stays in suspense until the operator has reversed the charge. */
const suspensePostingsSql = (kind: string, sign: '' | '-', states: string): string => `
  SELECT '${kind}', c.transaction_id || ':' || c.reference, l.account, NULL::uuid, c.test, 'PLN', l.amount_minor
  FROM direct_billing_charge c CROSS JOIN LATERAL (VALUES
    ('platform:clearing:' || c.operator, ${sign}c.gross_minor), ('platform:suspense', -(${sign}c.gross_minor))) AS l (account, amount_minor)
  WHERE ${WHERE} AND c.state IN (${states})`;

/** The ledger entries that each charge must have. They depend on the charge, not on the present state of the transaction. */
export const CHARGE_ENTRY_CHECK: EntryCheck = {
  kinds: ['directbilling.payed', 'directbilling.suspense', 'directbilling.suspense_reversed'],
  table: 'direct_billing_charge',
  key: { column: 'reference', ...UUID_KEY },
  postings: [
    salePostings(
      { kind: 'directbilling.payed', row: 'c', reference: 't.id::text', clearing: 'c.operator' },
      { from: FROM, where: `${WHERE} AND c.state = 'booked'` },
    ),
    suspensePostingsSql('directbilling.suspense', '', "'reversal_due', 'reversed'"),
    suspensePostingsSql('directbilling.suspense_reversed', '-', "'reversed'"),
  ].join(' UNION ALL '),
};
