import { BIGINT_ID_KEY, ID_KEY, UUID_KEY } from '../../../runtime/database/rows/row-batches.js';
import { type Check, inBatch } from '../../checks/check.js';
import { sentence, valueMismatch } from '../../checks/rules.js';
import { contentIdRule, momentText, rowText } from '../manual/content-id-rule.js';

/**
 * A settlement has the content from which its id was made. It is `done` exactly when it has reached the end of its period. Its `batch_count`
 * is the number of its batches.
 */
export const SETTLEMENT_CHECK: Check = {
  table: 'settlement',
  as: 'r',
  key: ID_KEY,
  rules: {
    joins: `LEFT JOIN (
        SELECT settlement_id, count(*) AS batches, max(number) AS last FROM settlement_batch WHERE ${inBatch('settlement_id')} GROUP BY settlement_id
      ) AS b ON b.settlement_id = r.id`,
    list: [
      valueMismatch('batch_count', 'r.batch_count', 'coalesce(b.batches, 0)', 'the number of its batches is'),
      valueMismatch('batch_count', 'r.batch_count', 'coalesce(b.last, 0)', 'the number of its last batch is'),
      [`(r.state = 'done') <> (r.done_at = r.to_at)`, sentence`it is ${'r.state'} up to ${'r.done_at'}, and its period ends ${'r.to_at'}`],
      contentIdRule('settlement', [rowText('provider'), momentText('from_at'), momentText('to_at'), rowText('test'), rowText('author')]),
    ],
  },
};

/** The entry of a batch moves the batch's money from clearing to liquidity and from pending to available. */
export const SETTLEMENT_BATCH_CHECK: Check = {
  table: 'settlement_batch',
  as: 'b',
  key: BIGINT_ID_KEY,
  rowsPerStatement: 5, // each batch covers thousands of entries
  entries: {
    joins: `JOIN settlement s ON s.id = b.settlement_id CROSS JOIN LATERAL (
        SELECT a.kind, a.partner_id, a.currency, sum(p.amount_minor)::bigint AS total
        FROM settlement_line i JOIN ledger_posting p ON p.entry_id = i.entry_id JOIN ledger_account a ON a.id = p.account_id
        WHERE i.batch_id = b.id AND a.kind IN ('platform:clearing:' || s.provider, 'partner:pending')
        GROUP BY a.kind, a.partner_id, a.currency
      ) AS t`,
    partner: 't.partner_id',
    test: 's.test',
    currency: 't.currency',
    list: [
      {
        kind: 'settlement.settled',
        reference: `s.id || ':' || b.number`,
        postings: [
          [{ sql: 't.kind' }, '-t.total'],
          [{ sql: `CASE t.kind WHEN 'partner:pending' THEN 'partner:available' ELSE 'platform:liquidity' END` }, 't.total'],
        ],
      },
    ],
  },
};

/**
 * A claimed entry has the provider, the period and the test flag of its settlement. A claim for another provider would not prevent a second
 * settlement of the entry.
 */
export const CLAIM_CHECK: Check = {
  table: 'settlement_line',
  as: 'l',
  key: { column: 'entry_id', ...UUID_KEY },
  rules: {
    joins: `
      LEFT JOIN settlement_batch b ON b.id = l.batch_id LEFT JOIN settlement s ON s.id = b.settlement_id LEFT JOIN ledger_entry e ON e.id = l.entry_id`,
    list: [
      ['s.id IS NULL', sentence`its batch ${'l.batch_id'} belongs to no settlement`],
      valueMismatch('provider', 'l.provider', 's.provider', 'its settlement has'),
      ['e.id IS NULL', sentence`its entry does not exist`],
      [
        'NOT (e.occurred_at >= s.from_at AND e.occurred_at < s.to_at)',
        sentence`its entry is from ${'e.occurred_at'}, and its settlement from ${'s.from_at'} to ${'s.to_at'}`,
      ],
      ['e.test <> s.test', sentence`it mixes test money with real money`],
    ],
  },
};
