import { type Check, clearingOf } from '../../../platform/checks/check.js';
import { columnMismatches, missingRow, sentence, timeMismatch, valueMismatch } from '../../../platform/checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { plnValueMismatch } from '../pln-value-rule.js';

const ENTRY_REFERENCE = `b.transaction_id || ':' || b.id`;

/** A chargeback is consistent with its entry, its attempt, its partner, the exchange rate and the acquirer's callback. */
export const CHARGEBACK_CHECK: Check = {
  table: 'payment_chargeback',
  as: 'b',
  key: ID_KEY,
  entries: {
    partner: 'b.partner_id',
    list: [
      {
        kind: 'payment.chargeback',
        reference: ENTRY_REFERENCE,
        postings: [
          ['partner:available', 'b.available_minor'],
          ['partner:receivable', 'b.receivable_minor'],
          [clearingOf('b.channel'), '-b.pln_minor'],
        ],
      },
    ],
  },
  rules: {
    joins: `
      LEFT JOIN payment_attempt a ON a.reference = b.attempt_reference LEFT JOIN service s ON s.id = a.service_id
      LEFT JOIN LATERAL (
        SELECT e.event_id FROM payment_callback e
        WHERE e.connector = b.connector AND (e.event_id = b.event_id OR e.event_name = b.event_id) AND e.kind = 'chargeback' LIMIT 1) AS e ON true
      LEFT JOIN ledger_entry entered ON entered.reference = ${ENTRY_REFERENCE} AND entered.kind = 'payment.chargeback'`,
    list: [
      missingRow('attempt', 'b.attempt_reference', 'a.reference'),
      ...columnMismatches('b', 'a', 'its attempt has', ['transaction_id', 'channel', 'test', 'currency']),
      valueMismatch('partner_id', 'b.partner_id', 's.partner_id', 'its service has'),
      [`a.state <> 'paid'`, sentence`its attempt is ${'a.state'}`],
      plnValueMismatch('pln_minor', 'b'),
      ['e.event_id IS NULL', sentence`no callback of ${'b.connector'} has the event id ${'b.event_id'}`],
      timeMismatch('created_at', 'b.created_at', 'entered.occurred_at', 'its entry is from'),
    ],
  },
};
