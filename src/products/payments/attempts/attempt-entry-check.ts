import type { EntryCheck } from '../../../platform/products/entry-check.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';

const ATTEMPTS_WITH_SERVICE = 'payment_attempt a JOIN service s ON s.id = a.service_id';
const CLEARING = `'platform:clearing:' || a.channel`;
/** References of the entries: entries about the payment, and entries about suspense money of one attempt. */
const PAYMENT_REFERENCE = 'a.transaction_id::text';
const ATTEMPT_REFERENCE = `a.transaction_id || ':' || a.reference`;
/** The attempt's money is or was suspense money, see `ATTEMPT_TRANSITIONS`. */
const IS_SUSPENSE = `a.state IN ('return_due', 'returned', 'suspense')`;

/** SQL of the account, partner and amount of each posting. The partner of the first posting has a type, which PostgreSQL takes for all. */
type Postings = readonly (readonly [account: string, partner: string, amount: string])[];

const SHARE_POSTINGS: Postings = [
  [`'partner:available'`, 's.partner_id', '-a.partner_minor'],
  [`'platform:commission'`, 'NULL', '-a.commission_minor'],
];
/** @param sign `''` for money that goes into suspense, `'-'` for money that leaves it. */
const suspensePostings = (sign: '' | '-', column = 'a.suspense_minor'): Postings => [
  [CLEARING, 'NULL::uuid', `${sign}${column}`],
  [`'platform:suspense'`, 'NULL', `-(${sign}${column})`],
];
const CORRECTED_AMOUNT = 'a.corrected_minor';
const REVERSAL_UNDONE = `a.state = 'suspense' AND a.reversed_at IS NOT NULL`;

const entrySql = (kind: string, reference: string, condition: string, postings: Postings): string => `
  SELECT '${kind}' AS kind, ${reference} AS reference, l.account, l.partner_id, a.test, 'PLN' AS currency, l.amount_minor
  FROM ${ATTEMPTS_WITH_SERVICE} CROSS JOIN LATERAL (VALUES ${postings.map((posting) => `(${posting.join(', ')})`).join(', ')}) AS l (account, partner_id, amount_minor)
  WHERE l.amount_minor <> 0 AND a.reference >= $1 AND a.reference < $2 AND ${condition}`;

/** The ledger entries that each attempt must have. They depend on what was captured, not on the payment's present state. */
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
    entrySql('payment.paid', PAYMENT_REFERENCE, `a.state = 'paid' AND NOT a.was_held`, [
      [CLEARING, 'NULL::uuid', 'a.pln_minor'],
      ...SHARE_POSTINGS,
    ]),
    entrySql('payment.held', PAYMENT_REFERENCE, 'a.was_held', [
      [CLEARING, 'NULL::uuid', 'a.pln_minor'],
      [`'platform:held'`, 'NULL', '-a.pln_minor'],
    ]),
    entrySql('payment.released', PAYMENT_REFERENCE, `a.state = 'paid' AND a.was_held`, [
      [`'platform:held'`, 'NULL::uuid', 'a.pln_minor'],
      ...SHARE_POSTINGS,
    ]),
    entrySql('payment.refused', PAYMENT_REFERENCE, `${IS_SUSPENSE} AND a.was_held`, [
      [`'platform:held'`, 'NULL::uuid', 'a.pln_minor'],
      [`'platform:suspense'`, 'NULL', '-a.pln_minor'],
    ]),
    entrySql('payment.suspense', ATTEMPT_REFERENCE, `${IS_SUSPENSE} AND NOT a.was_held`, suspensePostings('')),
    entrySql('payment.suspense', ATTEMPT_REFERENCE, 'a.corrected_minor IS NOT NULL', suspensePostings('', CORRECTED_AMOUNT)),
    entrySql('payment.suspense_corrected', ATTEMPT_REFERENCE, 'a.corrected_minor IS NOT NULL', suspensePostings('-', CORRECTED_AMOUNT)),
    entrySql('payment.suspense_returned', ATTEMPT_REFERENCE, `(a.state = 'returned' OR ${REVERSAL_UNDONE})`, suspensePostings('-')),
    entrySql('payment.suspense_taken_back', ATTEMPT_REFERENCE, REVERSAL_UNDONE, suspensePostings('')),
  ].join(' UNION ALL '),
};
