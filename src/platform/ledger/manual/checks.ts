import type { Check, ExpectedAccount } from '../../checks/check.js';
import { timeMismatch } from '../../checks/rules.js';
import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { contentIdRule, rowText } from './content-id-rule.js';

interface Entry {
  kind: string;
  debit: ExpectedAccount;
  credit: ExpectedAccount;
}

/** A manual entry has the amount and the time of its ledger entry, and the content from which its id was made: `columns`, in this order. */
const checkOf = (table: string, columns: readonly string[], { kind, debit, credit }: Entry): Check => ({
  table,
  as: 'r',
  key: ID_KEY,
  entries: {
    partner: 'r.partner_id',
    currency: 'r.currency',
    list: [
      {
        kind,
        reference: 'r.id',
        postings: [
          [debit, 'r.amount_minor'],
          [credit, '-r.amount_minor'],
        ],
      },
    ],
  },
  rules: {
    joins: `LEFT JOIN ledger_entry e ON e.reference = r.id::text AND e.kind = '${kind}'`,
    list: [contentIdRule(table, columns.map(rowText)), timeMismatch('created_at', 'r.created_at', 'e.occurred_at', 'its entry is from')],
  },
});

export const PAYOUT_CHECK = checkOf('payout', ['partner_id', 'currency', 'amount_minor', 'test', 'author'], {
  kind: 'payout.paid',
  debit: 'partner:available',
  credit: 'platform:liquidity',
});

export const ADJUSTMENT_CHECK = checkOf(
  'ledger_adjustment',
  ['debit', 'credit', 'partner_id', 'currency', 'amount_minor', 'test', 'reason', 'author'],
  { kind: 'adjustment.made', debit: { sql: 'r.debit' }, credit: { sql: 'r.credit' } },
);
