import { type Check, clearingOf, type ExpectedPosting } from '../../../platform/checks/check.js';
import { missingRow } from '../../../platform/checks/rules.js';
import { salePostings } from '../../../platform/ledger/sale-postings.js';
import { UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { CHARGE_TRANSITIONS } from './states.js';

/** A charge whose transaction or service was deleted has caused its entries, too. */
const WITH_SERVICE = 'LEFT JOIN direct_billing_transaction t ON t.id = c.transaction_id LEFT JOIN service s ON s.id = t.service_id';

const SUSPENSE_REFERENCE = `c.transaction_id || ':' || c.reference`;
/** Money that was booked too late stays in suspense until the operator has reversed the charge. */
const INTO_SUSPENSE: readonly ExpectedPosting[] = [
  [clearingOf('c.operator'), 'c.gross_minor'],
  ['platform:suspense', '-c.gross_minor'],
];
const OUT_OF_SUSPENSE: readonly ExpectedPosting[] = [
  [clearingOf('c.operator'), '-c.gross_minor'],
  ['platform:suspense', 'c.gross_minor'],
];

/** A charge has a transaction and a service. Its entries depend on the charge, not on the present state of the transaction. */
export const CHARGE_CHECK: Check = {
  table: 'direct_billing_charge',
  as: 'c',
  key: { column: 'reference', ...UUID_KEY },
  entries: {
    joins: WITH_SERVICE,
    partner: 's.partner_id',
    list: [
      { kind: 'directbilling.payed', reference: 'c.transaction_id', when: `c.state = 'booked'`, postings: salePostings('c', 'c.operator') },
      {
        kind: 'directbilling.suspense',
        reference: SUSPENSE_REFERENCE,
        when: `c.state IN ('reversal_due', 'reversed')`,
        postings: INTO_SUSPENSE,
      },
      { kind: 'directbilling.suspense_reversed', reference: SUSPENSE_REFERENCE, when: `c.state = 'reversed'`, postings: OUT_OF_SUSPENSE },
    ],
  },
  rules: {
    joins: WITH_SERVICE,
    list: [missingRow('transaction', 'c.transaction_id', 't.id'), missingRow('service', 't.service_id', 's.id')],
  },
  history: { column: 'state', initial: CHARGE_TRANSITIONS.initial },
};
