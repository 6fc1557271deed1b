import { inconsistencies, valueMismatch, sentenceSql, valueSql } from '../verification/inconsistencies.js';
import { UUID_KEY, BIGINT_ID_KEY } from '../../../runtime/database/rows/row-batches.js';
import type { RowCheck } from '../../products/row-check.js';
import type { EntryCheck } from '../../products/entry-check.js';

/**
 * A claimed entry must have the provider, the period and the test flag of its settlement. A claim for another provider would not prevent a
 * second settlement of the entry.
 */
export const CLAIM_CHECK: RowCheck = {
  table: 'settlement_line',
  key: { column: 'entry_id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    'l.entry_id',
    `(SELECT * FROM settlement_line WHERE entry_id >= $1 AND entry_id < $2) AS l
      LEFT JOIN settlement_batch b ON b.id = l.batch_id LEFT JOIN settlement s ON s.id = b.settlement_id LEFT JOIN ledger_entry e ON e.id = l.entry_id`,
    [
      ['s.id IS NULL', sentenceSql('its batch ', valueSql('l.batch_id'), ' belongs to no settlement')],
      valueMismatch('provider', 'l.provider', 's.provider', 'its settlement has'),
      ['e.id IS NULL', `'its entry does not exist'`],
      [
        'NOT (e.occurred_at >= s.from_at AND e.occurred_at < s.to_at)',
        sentenceSql(
          'its entry is from ',
          valueSql('e.occurred_at'),
          ', and its settlement from ',
          valueSql('s.from_at'),
          ' to ',
          valueSql('s.to_at'),
        ),
      ],
      ['e.test <> s.test', `'it mixes test money with real money'`],
    ],
  ),
};

/** A settlement must be `done` exactly when it has reached the end of its period. Its `batch_count` must be the number of its batches. */
export const SETTLEMENT_PROGRESS_CHECK: RowCheck = {
  table: 'settlement',
  key: { column: 'id', ...UUID_KEY },
  inconsistentRowsSql: inconsistencies(
    's.id',
    `(SELECT * FROM settlement WHERE id >= $1 AND id < $2) AS s LEFT JOIN (
        SELECT settlement_id, count(*) AS batches, max(number) AS last FROM settlement_batch
        WHERE settlement_id >= $1 AND settlement_id < $2 GROUP BY settlement_id
      ) AS b ON b.settlement_id = s.id`,
    [
      valueMismatch('batch_count', 's.batch_count', 'coalesce(b.batches, 0)', 'the number of its batches is'),
      valueMismatch('batch_count', 's.batch_count', 'coalesce(b.last, 0)', 'the number of its last batch is'),
      [
        `(s.state = 'done') <> (s.done_at = s.to_at)`,
        sentenceSql('it is ', valueSql('s.state'), ' up to ', valueSql('s.done_at'), ', and its period ends ', valueSql('s.to_at')),
      ],
    ],
  ),
};

/**
 * The entry that each settlement batch must have caused. It moves the batch's money from clearing to liquidity and from pending to
 * available.
 */
export const SETTLEMENT_ENTRY_CHECK: EntryCheck = {
  kinds: ['settlement.settled'],
  table: 'settlement_batch',
  key: BIGINT_ID_KEY,
  rowsPerStatement: 5, // each batch covers thousands of entries
  postings: `
    SELECT 'settlement.settled' AS kind, s.id || ':' || b.number AS reference, l.account, t.partner_id, s.test, t.currency, l.amount_minor
    FROM settlement_batch b JOIN settlement s ON s.id = b.settlement_id CROSS JOIN LATERAL (
      SELECT a.kind, a.partner_id, a.currency, sum(p.amount_minor)::bigint AS total
      FROM settlement_line i JOIN ledger_posting p ON p.entry_id = i.entry_id JOIN ledger_account a ON a.id = p.account_id
      WHERE i.batch_id = b.id AND a.kind IN ('platform:clearing:' || s.provider, 'partner:pending')
      GROUP BY a.kind, a.partner_id, a.currency
    ) AS t CROSS JOIN LATERAL (VALUES
      (t.kind, -t.total), (CASE t.kind WHEN 'partner:pending' THEN 'partner:available' ELSE 'platform:liquidity' END, t.total)) AS l (account, amount_minor)
    WHERE b.id >= $1 AND b.id < $2 AND t.total <> 0`,
};
