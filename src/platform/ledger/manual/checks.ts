import type { Check } from '../../checks/check.js';
import { timeMismatch } from '../../checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { contentIdRule, rowText } from './content-id-rule.js';

/** The rules of a manual entry's row: it has the content from which its id was made, and the time of its ledger entry. */
const rulesOf = (table: string, columns: readonly string[], entryKind: string): Check['rules'] => ({
  joins: `LEFT JOIN ledger_entry e ON e.reference = r.id::text AND e.kind = '${entryKind}'`,
  list: [contentIdRule(table, columns.map(rowText)), timeMismatch('created_at', 'r.created_at', 'e.occurred_at', 'its entry is from')],
});

export const PAYOUT_CHECK: Check = {
  table: 'payout',
  as: 'r',
  key: ID_KEY,
  entries: {
    partner: 'r.partner_id',
    currency: 'r.currency',
    list: [
      {
        kind: 'payout.paid',
        reference: 'r.id',
        postings: [
          ['partner:available', 'r.amount_minor'],
          ['platform:liquidity', '-r.amount_minor'],
        ],
      },
    ],
  },
  rules: rulesOf('payout', ['partner_id', 'currency', 'amount_minor', 'test', 'author'], 'payout.paid'),
};

export const ADJUSTMENT_CHECK: Check = {
  table: 'ledger_adjustment',
  as: 'r',
  key: ID_KEY,
  entries: {
    partner: 'r.partner_id',
    currency: 'r.currency',
    list: [
      {
        kind: 'adjustment.made',
        reference: 'r.id',
        postings: [
          [{ sql: 'r.debit' }, 'r.amount_minor'],
          [{ sql: 'r.credit' }, '-r.amount_minor'],
        ],
      },
    ],
  },
  rules: rulesOf(
    'ledger_adjustment',
    ['debit', 'credit', 'partner_id', 'currency', 'amount_minor', 'test', 'reason', 'author'],
    'adjustment.made',
  ),
};
