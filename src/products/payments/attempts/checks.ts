import { type Check, clearingOf, type ExpectedPosting } from '../../../platform/checks/check.js';
import { columnMismatches, missingRow, sentence } from '../../../platform/checks/rules.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { ATTEMPT_TRANSITIONS } from './states.js';

const CLEARING = clearingOf('a.channel');
/** References of the entries: entries about the payment, and entries about suspense money of one attempt. */
const PAYMENT_REFERENCE = 'a.transaction_id';
const ATTEMPT_REFERENCE = `a.transaction_id || ':' || a.reference`;

/** The attempt's money is or was suspense money, see `ATTEMPT_TRANSITIONS`. */
const IS_SUSPENSE = `a.state IN ('return_due', 'returned', 'suspense')`;
const IS_CORRECTED = 'a.corrected_minor IS NOT NULL';
const REVERSAL_UNDONE = `a.state = 'suspense' AND a.reversed_at IS NOT NULL`;

const SHARES: readonly ExpectedPosting[] = [
  ['partner:available', '-a.partner_minor'],
  ['platform:commission', '-a.commission_minor'],
];
const intoSuspense = (column = 'a.suspense_minor'): ExpectedPosting[] => [
  [CLEARING, column],
  ['platform:suspense', `-${column}`],
];
const outOfSuspense = (column = 'a.suspense_minor'): ExpectedPosting[] => [
  [CLEARING, `-${column}`],
  ['platform:suspense', column],
];

/**
 * An attempt has its payment's amounts. A paid or held attempt through blik-recurrent belongs to a subscription or to a recurring charge.
 * Its entries depend on what was captured, not on the payment's present state.
 */
export const ATTEMPT_CHECK: Check = {
  table: 'payment_attempt',
  as: 'a',
  key: { column: 'reference', ...UUID_KEY },
  entries: {
    joins: 'JOIN service s ON s.id = a.service_id',
    partner: 's.partner_id',
    list: [
      {
        kind: 'payment.paid',
        reference: PAYMENT_REFERENCE,
        when: `a.state = 'paid' AND NOT a.was_held`,
        postings: [[CLEARING, 'a.pln_minor'], ...SHARES],
      },
      {
        kind: 'payment.held',
        reference: PAYMENT_REFERENCE,
        when: 'a.was_held',
        postings: [
          [CLEARING, 'a.pln_minor'],
          ['platform:held', '-a.pln_minor'],
        ],
      },
      {
        kind: 'payment.released',
        reference: PAYMENT_REFERENCE,
        when: `a.state = 'paid' AND a.was_held`,
        postings: [['platform:held', 'a.pln_minor'], ...SHARES],
      },
      {
        kind: 'payment.refused',
        reference: PAYMENT_REFERENCE,
        when: `${IS_SUSPENSE} AND a.was_held`,
        postings: [
          ['platform:held', 'a.pln_minor'],
          ['platform:suspense', '-a.pln_minor'],
        ],
      },
      {
        kind: 'payment.suspense',
        reference: ATTEMPT_REFERENCE,
        when: `${IS_SUSPENSE} AND NOT a.was_held`,
        postings: intoSuspense(),
      },
      { kind: 'payment.suspense', reference: ATTEMPT_REFERENCE, when: IS_CORRECTED, postings: intoSuspense('a.corrected_minor') },
      {
        kind: 'payment.suspense_corrected',
        reference: ATTEMPT_REFERENCE,
        when: IS_CORRECTED,
        postings: outOfSuspense('a.corrected_minor'),
      },
      {
        kind: 'payment.suspense_returned',
        reference: ATTEMPT_REFERENCE,
        when: `a.state = 'returned' OR (${REVERSAL_UNDONE})`,
        postings: outOfSuspense(),
      },
      { kind: 'payment.suspense_taken_back', reference: ATTEMPT_REFERENCE, when: REVERSAL_UNDONE, postings: intoSuspense() },
    ],
  },
  rules: {
    joins: 'LEFT JOIN payment_transaction t ON t.id = a.transaction_id',
    list: [
      missingRow('payment', 'a.transaction_id', 't.id'),
      ...columnMismatches('a', 't', 'its payment has', ['service_id', 'amount_minor', 'currency', 'pln_minor']),
      [
        `a.channel = 'blik-recurrent' AND a.state IN ('paid', 'held')
          AND NOT EXISTS (SELECT FROM payment_subscription s WHERE s.attempt_reference = a.reference)
          AND NOT EXISTS (SELECT FROM payment_charge c WHERE c.attempt_reference = a.reference)`,
        sentence`it is ${'a.state'} by blik-recurrent, and it belongs to no subscription and no charge`,
      ],
    ],
  },
  history: { column: 'state', initial: ATTEMPT_TRANSITIONS.initial },
};
