import type { SettlementSource } from './settlement-source.js';

/** Parameters: file's id; then, per line: number, where it is, reference, own reference, amount, currency. */
export const LOAD_LINES = `
  INSERT INTO settlement_file_line (file_id, line, at_line, reference, own, amount_minor, currency)
  SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::uuid[], $6::bigint[], $7::text[])`;

/** A line of the file with one of these names, by whichever it is called. */
const anyLine = (own: string, names: string, amount: string, condition = 'true'): string => `(
    SELECT found.line FROM (
      (SELECT o.line FROM settlement_file_line o
       WHERE o.file_id = $3 AND o.reference = ANY (${names}) AND (o.amount_minor < 0) = (${amount} < 0) AND ${condition} LIMIT 1)
      UNION ALL
      (SELECT o.line FROM settlement_file_line o
       WHERE o.file_id = $3 AND o.own = ANY (${own}) AND (o.amount_minor < 0) = (${amount} < 0) AND ${condition} LIMIT 1)
    ) AS found LIMIT 1
  )`;

/**
 * Parameters: party, test, file's id, first line (excluded), last line. Writes what is wrong with the lines: one of something that an
 * earlier line is of too, one that is not known here, one with another amount. Each is looked up by an index: how many rows there are
 * altogether is no matter. Lines are read by their numbers, so that the planner knows how many there are of a file that it has never seen.
 */
export const matchLines = (sources: readonly SettlementSource[]): string => `
  WITH line AS MATERIALIZED (
    SELECT x.line, x.at_line, x.reference, x.own, x.amount_minor, x.currency
    FROM generate_series($4::int + 1, $5::int) AS number
    CROSS JOIN LATERAL (SELECT * FROM settlement_file_line WHERE file_id = $3 AND line = number OFFSET 0) AS x
  ), known AS MATERIALIZED (
    ${sources.map(({ lookup }) => `(${lookup})`).join(' UNION ALL ')}
  )
  INSERT INTO settlement_file_difference (file_id, kind, at_line, reference, here_minor, there_minor, currency)
  SELECT DISTINCT ON (l.line) $3::uuid, CASE WHEN earlier.line IS NOT NULL THEN 'twice' WHEN k.named IS NULL THEN 'missing_here' ELSE 'amount' END,
    l.at_line, l.reference, k.amount_minor, l.amount_minor, l.currency
  FROM line l LEFT JOIN known k ON k.named = l.reference AND (k.amount_minor < 0) = (l.amount_minor < 0)
  LEFT JOIN (SELECT DISTINCT named, amount_minor, currency FROM known) AS same ON (same.named, same.amount_minor, same.currency) = (l.reference, l.amount_minor, l.currency)
  LEFT JOIN LATERAL ${anyLine('array_append(k.own, l.own)', 'array_append(k.names, l.reference)', 'l.amount_minor', 'o.line < l.line')} AS earlier ON true
  WHERE earlier.line IS NOT NULL OR same.named IS NULL
  ORDER BY l.line, earlier.line`;

/** Parameters: file's id, how many entries to walk at most. Answers how far a stretch of the file's period goes. */
export const NEXT_STRETCH = `
  SELECT coalesce(e.occurred_at, f.to_at)::text AS at, coalesce(e.id, '00000000-0000-0000-0000-000000000000')::text AS id, e.id IS NULL AS last
  FROM settlement_file f LEFT JOIN LATERAL (
    SELECT occurred_at, id FROM ledger_entry
    WHERE (occurred_at, id) > (f.walked_at, f.walked_id) AND occurred_at < f.to_at ORDER BY occurred_at, id OFFSET $2 - 1 LIMIT 1
  ) AS e ON true
  WHERE f.id = $1`;

/** Parameters: party, test, file's id, the stretch's end (moment and id). Writes what was entered for the party and is not in the file. */
export const missingThere = (sources: readonly SettlementSource[]): string => `
  WITH entry AS MATERIALIZED (
    SELECT e.id, e.kind, e.reference FROM settlement_file f JOIN ledger_entry e
      ON (e.occurred_at, e.id) > (f.walked_at, f.walked_id) AND (e.occurred_at, e.id) <= ($4::timestamptz, $5::uuid) AND e.occurred_at < f.to_at AND e.test = f.test
    WHERE f.id = $3
  ), known AS MATERIALIZED (
    ${sources.map(({ ofEntries }) => `(${ofEntries})`).join(' UNION ALL ')}
  )
  INSERT INTO settlement_file_difference (file_id, kind, at_line, reference, here_minor, there_minor, currency)
  SELECT $3::uuid, 'missing_there', NULL, coalesce(k.own[1]::text, k.names[1]), k.amount_minor, NULL, k.currency
  FROM known k LEFT JOIN LATERAL ${anyLine('k.own', 'k.names', 'k.amount_minor')} AS found ON true
  WHERE found.line IS NULL
  ORDER BY k.id`;
