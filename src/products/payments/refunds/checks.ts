import { type Check, clearingOf, type ExpectedAccount, type ExpectedEntry } from '../../../platform/checks/check.js';
import { columnMismatches, missingRow, sentence, timeMismatch } from '../../../platform/checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { plnValueMismatch } from '../pln-value-rule.js';
import { REFUND_TRANSITIONS } from './states.js';

const AVAILABLE: ExpectedAccount = 'partner:available';
const RESERVED: ExpectedAccount = 'partner:reserved';
const CLEARING: ExpectedAccount = clearingOf('r.channel');

const ENTRY_REFERENCE = `r.transaction_id || ':' || r.id`;

const entry = (kind: string, debit: ExpectedAccount, credit: ExpectedAccount, when?: string): ExpectedEntry => ({
  kind,
  reference: ENTRY_REFERENCE,
  when,
  postings: [
    [debit, 'r.wallet_minor'],
    [credit, '-r.wallet_minor'],
  ],
});

/**
 * A refund is consistent with its attempt and the exchange rate, and its times with those of its entries. Its entries depend on its status
 * and on whether it was ever completed.
 */
export const REFUND_CHECK: Check = {
  table: 'payment_refund',
  as: 'r',
  key: ID_KEY,
  entries: {
    joins: 'JOIN service s ON s.id = r.service_id',
    partner: 's.partner_id',
    list: [
      entry('refund.reserved', AVAILABLE, RESERVED),
      entry('refund.completed', RESERVED, CLEARING, 'r.completed_at IS NOT NULL'),
      entry('refund.released', RESERVED, AVAILABLE, `r.status IN ('refund_rejected', 'refund_failed') AND r.completed_at IS NULL`),
      entry('refund.taken_back', CLEARING, AVAILABLE, `r.status = 'refund_failed' AND r.completed_at IS NOT NULL`),
    ],
  },
  rules: {
    joins: `
      LEFT JOIN payment_attempt a ON a.reference = r.attempt_reference
      LEFT JOIN ledger_entry reserved ON reserved.reference = ${ENTRY_REFERENCE} AND reserved.kind = 'refund.reserved'
      LEFT JOIN ledger_entry completed ON completed.reference = ${ENTRY_REFERENCE} AND completed.kind = 'refund.completed'`,
    list: [
      missingRow('attempt', 'r.attempt_reference', 'a.reference'),
      ...columnMismatches('r', 'a', 'its attempt has', ['transaction_id', 'service_id', 'channel', 'connector', 'test', 'currency']),
      [`a.state <> 'paid'`, sentence`its attempt is ${'a.state'}`],
      plnValueMismatch('wallet_minor', 'r'),
      timeMismatch('created_at', 'r.created_at', 'reserved.occurred_at', 'its entry is from'),
      timeMismatch('completed_at', 'r.completed_at', 'completed.occurred_at', 'its entry is from'),
    ],
  },
  history: { column: 'status', initial: REFUND_TRANSITIONS.initial },
};
