import { ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { Check } from '../../checks/check.js';
import { sentence } from '../../checks/rules.js';
import { contentIdRule, momentText, rowText } from '../manual/content-id-rule.js';

// SQL of the values from which a proposal's id is made, in the order of `proposedColumns`.
const SUBJECT_VALUES = ['kind', 'partner_id', 'provider'].map(rowText);
const PERIOD_VALUES = ['from_at', 'to_at'].map(momentText);
const OTHER_VALUES = [
  'debit',
  'credit',
  'currency',
  'amount_minor',
  'test',
  'reason',
  'sums',
  'worth_minor',
  'limit_minor',
  'proposed_by',
  'author',
].map(rowText);
const CONTENT_VALUES = [...SUBJECT_VALUES, ...PERIOD_VALUES, ...OTHER_VALUES, momentText('proposed_at')];

/** An approved proposal was entered as it was proposed. Each proposal has the content from which its id was made. */
export const PROPOSAL_CHECK: Check = {
  table: 'ledger_proposal',
  as: 'r',
  key: ID_KEY,
  rules: {
    joins: `
      LEFT JOIN payout o ON r.kind = 'payout' AND o.reference = r.reference
      LEFT JOIN ledger_adjustment j ON r.kind = 'adjust' AND j.reference = r.reference
      LEFT JOIN settlement s ON r.kind = 'settle' AND s.reference = r.reference`,
    list: [
      contentIdRule('ledger_proposal', CONTENT_VALUES),
      [
        `r.state = 'approved' AND NOT coalesce(CASE r.kind
          WHEN 'payout' THEN (o.partner_id, o.currency, o.amount_minor, o.test, o.author) = (r.partner_id, r.currency, r.amount_minor, r.test, r.author)
          WHEN 'adjust' THEN (j.debit, j.credit, j.currency, j.amount_minor, j.test, j.reason, j.author)
            = (r.debit, r.credit, r.currency, r.amount_minor, r.test, r.reason, r.author) AND j.partner_id IS NOT DISTINCT FROM r.partner_id
          ELSE (s.provider, s.from_at, s.to_at, s.test, s.author) = (r.provider, r.from_at, r.to_at, r.test, r.author) END, false)`,
        sentence`it was approved, and there is no matching manual entry with the reference ${'r.reference'}`,
      ],
    ],
  },
};
