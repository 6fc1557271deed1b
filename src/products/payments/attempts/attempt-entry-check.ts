import type { EntryCheck } from '../../../platform/ledger/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

const FROM = 'payment_attempt a JOIN service s ON s.id = a.service_id';
const CLEARING = `'platform:clearing:' || a.channel`;
const OF_PAYMENT = 'a.transaction_id::text';
const OF_ATTEMPT = `a.transaction_id || ':' || a.reference`;
const IN_SUSPENSE = `a.state IN ('return_due', 'returned', 'suspense')`;

/** Account, partner and amount of each posting. */
type Postings = readonly (readonly [account: string, partner: string, amount: string])[];

const SHARES: Postings = [
  [`'partner:available'`, 's.partner_id', '-a.partner_minor'],
  [`'platform:commission'`, 'NULL', '-a.commission_minor'],
];
const suspense = (sign: '' | '-', column = 'a.suspense_minor'): Postings => [
  [CLEARING, 'NULL::uuid', `${sign}${column}`],
  [`'platform:suspense'`, 'NULL', `-(${sign}${column})`],
];
const CORRECTED = 'a.corrected_minor';
const REVERSAL_UNDONE = `a.state = 'suspense' AND a.reversed_at IS NOT NULL`;

const entry = (kind: string, reference: string, when: string, postings: Postings): string => `
  SELECT '${kind}' AS kind, ${reference} AS reference, l.account, l.partner_id, a.test, 'PLN' AS currency, l.amount_minor
  FROM ${FROM} CROSS JOIN LATERAL (VALUES ${postings.map((posting) => `(${posting.join(', ')})`).join(', ')}) AS l (account, partner_id, amount_minor)
  WHERE l.amount_minor <> 0 AND a.reference >= $1 AND a.reference < $2 AND ${when}`;

/** The ledger entries that each attempt must have. They depend on the money that the attempt brought in, not on the payment's present state. */
export const ATTEMPT_ENTRY_CHECK: EntryCheck = {
  kinds: [
    'payment.paid',
    'payment.held',
    'payment.released',
    'payment.refused',
    'payment.suspense',
    'payment.suspense_returned',
    'payment.suspense_taken_back',
    'payment.suspense_corrected',
  ],
  table: 'payment_attempt',
  key: { column: 'reference', ...UUID_KEY },
  postings: [
    entry('payment.paid', OF_PAYMENT, `a.state = 'paid' AND NOT a.was_held`, [[CLEARING, 'NULL::uuid', 'a.pln_minor'], ...SHARES]),
    entry('payment.held', OF_PAYMENT, 'a.was_held', [
      [CLEARING, 'NULL::uuid', 'a.pln_minor'],
      [`'platform:held'`, 'NULL', '-a.pln_minor'],
    ]),
    entry('payment.released', OF_PAYMENT, `a.state = 'paid' AND a.was_held`, [[`'platform:held'`, 'NULL::uuid', 'a.pln_minor'], ...SHARES]),
    entry('payment.refused', OF_PAYMENT, `${IN_SUSPENSE} AND a.was_held`, [
      [`'platform:held'`, 'NULL::uuid', 'a.pln_minor'],
      [`'platform:suspense'`, 'NULL', '-a.pln_minor'],
    ]),
    entry('payment.suspense', OF_ATTEMPT, `${IN_SUSPENSE} AND NOT a.was_held`, suspense('')),
    entry('payment.suspense', OF_ATTEMPT, 'a.corrected_minor IS NOT NULL', suspense('', CORRECTED)),
    entry('payment.suspense_corrected', OF_ATTEMPT, 'a.corrected_minor IS NOT NULL', suspense('-', CORRECTED)),
    entry('payment.suspense_returned', OF_ATTEMPT, `(a.state = 'returned' OR ${REVERSAL_UNDONE})`, suspense('-')),
    entry('payment.suspense_taken_back', OF_ATTEMPT, REVERSAL_UNDONE, suspense('')),
  ].join(' UNION ALL '),
};
