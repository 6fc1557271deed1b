import type { SettlementSource } from '../../products/settlement-source.js';

/** Parameters: file's id. Then per line: number, line in the file, reference, UUID of the gateway in it, amount, currency. */
export const LOAD_LINES = `
  INSERT INTO settlement_file_line (file_id, line, at_line, reference, own, amount_minor, currency)
  SELECT $1, * FROM unnest($2::int[], $3::int[], $4::text[], $5::uuid[], $6::bigint[], $7::text[])`;

/** SQL of the file's lines that have one of the gateway's references `own` or of the provider's references `names`. */
const linesWithReference = (own: string, names: string): string => `(
    SELECT * FROM settlement_file_line o WHERE o.file_id = $3 AND o.reference = ANY (${names})
    UNION SELECT * FROM settlement_file_line o WHERE o.file_id = $3 AND o.own = ANY (${own}) OFFSET 0
  )`;

/** SQL: whether the provider took the money back. Collected money and returned money with the same reference are compared separately. */
const isTakenBack = (amount: string): string => `(${amount} < 0)`;

/**
 * Parameters: provider, test, file's id, first line (excluded), last line. Writes the discrepancies of these lines: money that is missing
 * in the ledger, another amount, or more lines than rows. Several rows may have the same references, such as partial chargebacks. A line is
 * correct while an unused row has its amount. The other lines and rows are paired in their order. Each row is found by an index, so the
 * size of the tables does not matter. Lines are read by their numbers, because the planner has no statistics of a new file.
 *
 * Parts of the statement: `known` are the gateway's rows with a reference of the batch. `called` is the `thing` that each line is about:
 * the first reference of a row, or the line's own reference if there is no row. `said` are all lines of the file about these things, and
 * `owed` the rows about them. `wrong` are lines without an equal row, `unsaid` rows without an equal line. `back` marks money that the
 * provider took back.
 */
export const matchLines = (sources: readonly SettlementSource[]): string => `
  WITH batch AS MATERIALIZED (
    SELECT x.line, x.reference, x.own, x.amount_minor, x.currency
    FROM generate_series($4::int + 1, $5::int) AS number
    CROSS JOIN LATERAL (SELECT * FROM settlement_file_line WHERE file_id = $3 AND line = number OFFSET 0) AS x
  ), line AS MATERIALIZED (
    SELECT DISTINCT reference, own FROM batch
  ), known AS MATERIALIZED (
    SELECT DISTINCT named, coalesce(own[1]::text, names[1]) AS thing, ${isTakenBack('amount_minor')} AS back, own, names, amount_minor, currency, nth
    FROM (${sources.map(({ lookup }) => `(${lookup})`).join(' UNION ALL ')}) AS found
  ), called AS MATERIALIZED (
    SELECT DISTINCT ON (b.line) b.line, coalesce(k.thing, b.own::text, b.reference) AS thing, ${isTakenBack('b.amount_minor')} AS back,
      array_append(k.own, b.own) AS own, array_append(k.names, b.reference) AS names
    FROM batch b LEFT JOIN known k ON (k.named, k.back) = (b.reference, ${isTakenBack('b.amount_minor')})
    ORDER BY b.line, (k.amount_minor, k.currency) = (b.amount_minor, b.currency) DESC NULLS LAST, k.thing
  ), said AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY thing, amount_minor, currency ORDER BY line) AS nth
    FROM (
      SELECT DISTINCT c.thing, c.back, x.line, x.at_line, x.reference, x.amount_minor, x.currency
      FROM (SELECT DISTINCT thing, back, own, names FROM called) AS c CROSS JOIN LATERAL ${linesWithReference('c.own', 'c.names')} AS x
      WHERE ${isTakenBack('x.amount_minor')} = c.back
    ) AS every
  ), owed AS MATERIALIZED (
    SELECT DISTINCT thing, back, amount_minor, currency, nth FROM known
  ), wrong AS (
    SELECT s.*, row_number() OVER (PARTITION BY s.thing, s.back ORDER BY s.line) AS place
    FROM said s LEFT JOIN owed k ON (k.thing, k.amount_minor, k.currency, k.nth) = (s.thing, s.amount_minor, s.currency, s.nth)
    WHERE k.thing IS NULL
  ), unsaid AS (
    SELECT k.*, row_number() OVER (PARTITION BY k.thing, k.back ORDER BY k.amount_minor, k.currency) AS place
    FROM owed k LEFT JOIN said s ON (k.thing, k.amount_minor, k.currency, k.nth) = (s.thing, s.amount_minor, s.currency, s.nth)
    WHERE s.line IS NULL
  )
  INSERT INTO settlement_file_discrepancy (file_id, kind, at_line, reference, ledger_minor, file_minor, currency)
  SELECT $3::uuid, CASE WHEN u.thing IS NOT NULL THEN 'amount' WHEN any_known.thing IS NOT NULL OR w.place > 1 THEN 'twice' ELSE 'missing_here' END,
    w.at_line, w.reference, coalesce(u.amount_minor, any_known.amount_minor), w.amount_minor, w.currency
  FROM wrong w JOIN called c USING (line, thing)
  LEFT JOIN unsaid u ON (u.thing, u.back, u.place) = (w.thing, w.back, w.place)
  LEFT JOIN (SELECT thing, back, max(amount_minor) AS amount_minor FROM owed GROUP BY 1, 2) AS any_known ON (any_known.thing, any_known.back) = (w.thing, w.back)
  ORDER BY w.line`;

/**
 * Parameters: file's id, number of entries. Returns the end of the next range: its last entry, or the end of the file's period (`last`).
 */
export const NEXT_FILE_RANGE = `
  SELECT coalesce(e.occurred_at, f.to_at)::text AS at, coalesce(e.id, '00000000-0000-0000-0000-000000000000')::text AS id, e.id IS NULL AS last
  FROM settlement_file f LEFT JOIN LATERAL (
    SELECT occurred_at, id FROM ledger_entry
    WHERE (occurred_at, id) > (f.walked_at, f.walked_id) AND occurred_at < f.to_at ORDER BY occurred_at, id OFFSET $2 - 1 LIMIT 1
  ) AS e ON true
  WHERE f.id = $1`;

/**
 * Parameters: provider, test, file's id, the range's end (time and id). Writes the provider's entries that are missing in the file
 * (`missing_there`). Each line of the file accounts for one entry with its references and amount. So does a line that was written as a
 * discrepancy of that entry's amount.
 */
export const missingInFile = (sources: readonly SettlementSource[]): string => `
  WITH entry AS MATERIALIZED (
    SELECT e.id, e.kind, e.reference, f.from_at FROM settlement_file f JOIN ledger_entry e
      ON (e.occurred_at, e.id) > (f.walked_at, f.walked_id) AND (e.occurred_at, e.id) <= ($4::timestamptz, $5::uuid) AND e.occurred_at < f.to_at AND e.test = f.test
    WHERE f.id = $3
  ), known AS MATERIALIZED (
    ${sources.map(({ ofEntries }) => `(${ofEntries})`).join(' UNION ALL ')}
  )
  INSERT INTO settlement_file_discrepancy (file_id, kind, at_line, reference, ledger_minor, file_minor, currency)
  SELECT $3::uuid, 'missing_there', NULL, coalesce(k.own[1]::text, k.names[1]), k.amount_minor, NULL, k.currency
  FROM known k CROSS JOIN LATERAL (
    SELECT count(*) AS lines FROM ${linesWithReference('k.own', 'k.names')} AS o
    WHERE (o.amount_minor, o.currency) = (k.amount_minor, k.currency) OR EXISTS (
      SELECT FROM settlement_file_discrepancy d
      WHERE d.file_id = $3 AND d.kind = 'amount' AND d.reference = o.reference AND d.at_line = o.at_line AND d.ledger_minor = k.amount_minor)
  ) AS said
  WHERE k.nth > said.lines
  ORDER BY k.id`;
