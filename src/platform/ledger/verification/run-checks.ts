import type { EntityManager } from 'typeorm';
import { batchesOfRows } from '../../../runtime/database/rows/row-batches.js';
import {
  brokenHistoriesSql,
  brokenRulesSql,
  type Check,
  entryKinds,
  expectedPostingsSql,
  type InconsistentRow,
} from '../../checks/check.js';

interface VerificationOptions {
  /** Rows per statement, if a check does not set it. */
  batchSize: number;
  /** Called after each batch. */
  onProgress: () => void;
}

/**
 * Runs the checks: first what the rows have entered, then the rules and histories of the rows.
 * @param ledgerCounts numbers of entries in the ledger by kind.
 * @returns the first inconsistent row, or null.
 */
export async function runChecks(
  tx: EntityManager,
  checks: readonly Check[],
  ledgerCounts: ReadonlyMap<string, number>,
  options: VerificationOptions,
): Promise<InconsistentRow | null> {
  for (const check of checks) {
    const row = await verifyEntries(tx, check, ledgerCounts, options);
    if (row) return row;
  }
  const entry = await findEntryOfUnknownKind(tx, checks, ledgerCounts);
  if (entry) return entry;
  // Rules are first, because they name a row that still exists as well when another row is missing.
  for (const statementOf of [brokenRulesSql, brokenHistoriesSql])
    for (const check of checks) {
      const row = await findInconsistentRow(tx, check, statementOf(check), options);
      if (row) return row;
    }
  return null;
}

/**
 * Verifies that the ledger has exactly the entries that the rows must have caused. Each entry must have exactly the expected postings. The
 * ledger must have as many entries of each kind as the rows caused, so that there are no other entries.
 */
async function verifyEntries(
  tx: EntityManager,
  check: Check,
  ledgerCounts: ReadonlyMap<string, number>,
  { batchSize, onProgress }: VerificationOptions,
): Promise<InconsistentRow | null> {
  const { table, key, rowsPerStatement = batchSize } = check;
  const postings = expectedPostingsSql(check);
  if (postings === null) return null;
  const expectedCounts = new Map<string, number>();
  for await (const range of batchesOfRows(tx, table, key, rowsPerStatement)) {
    for (const { kind, entries, wrong: differingReference } of await tx.query<ComparedRow[]>(comparisonSql(postings), [...range])) {
      if (differingReference !== null) {
        return { table, id: differingReference, reason: await describeDifference(tx, postings, [...range, kind, differingReference]) };
      }
      expectedCounts.set(kind, (expectedCounts.get(kind) ?? 0) + entries);
    }
    onProgress();
  }
  const miscountedKind = entryKinds(check).find((kind) => (ledgerCounts.get(kind) ?? 0) !== (expectedCounts.get(kind) ?? 0));
  if (miscountedKind === undefined) return null;
  const reason = `the ledger has ${ledgerCounts.get(miscountedKind) ?? 0} entries of ${miscountedKind}, and the rows of ${table} have caused ${expectedCounts.get(miscountedKind) ?? 0}`;
  const [entry] = await tx.query<{ id: string }[]>(uncausedEntrySql(postings), [key.first, key.last, miscountedKind]);
  return {
    table: 'ledger_entry',
    id: entry?.id ?? miscountedKind,
    reason: entry ? `no row of ${table} has caused it: ${reason}` : reason,
  };
}

/** SQL that finds an entry without cause. It runs only when the counts differ, because it reads all rows in one statement. */
const uncausedEntrySql = (postings: string): string => `
  SELECT e.id FROM ledger_entry e
  WHERE e.kind = $3 AND NOT EXISTS (SELECT FROM (${postings}) AS x WHERE x.kind = e.kind AND x.reference = e.reference) ORDER BY e.id LIMIT 1`;

/** @returns an entry whose kind belongs to no check. Null when there is none, or when no check has entries. */
async function findEntryOfUnknownKind(
  tx: EntityManager,
  checks: readonly Check[],
  ledgerCounts: ReadonlyMap<string, number>,
): Promise<InconsistentRow | null> {
  const knownKinds = new Set(checks.flatMap(entryKinds));
  const kind = [...ledgerCounts.keys()].find((candidate) => !knownKinds.has(candidate));
  if (knownKinds.size === 0 || kind === undefined) return null;
  const [entry] = await tx.query<{ id: string }[]>('SELECT id FROM ledger_entry WHERE kind = $1 ORDER BY id LIMIT 1', [kind]);
  return { table: 'ledger_entry', id: entry?.id ?? kind, reason: `no code of the gateway posts entries of the kind ${kind}` };
}

/** @param statement SELECT of `id text, reason text`: the inconsistent rows of a batch; null: the check has no such part. */
async function findInconsistentRow(
  tx: EntityManager,
  { table, key, rowsPerStatement }: Check,
  statement: string | null,
  { batchSize, onProgress }: VerificationOptions,
): Promise<InconsistentRow | null> {
  if (statement === null) return null;
  for await (const range of batchesOfRows(tx, table, key, rowsPerStatement ?? batchSize)) {
    const [row] = await tx.query<{ id: string; reason: string }[]>(
      `SELECT id, reason FROM (${statement}) AS found ORDER BY id, reason LIMIT 1`,
      [...range],
    );
    if (row) return { table, ...row };
    onProgress();
  }
  return null;
}

interface ComparedRow {
  kind: string;
  /** Number of entries that the rows must have caused. */
  entries: number;
  /** Reference of an entry that is missing or has other postings than expected. Null in the rows with numbers of entries. */
  wrong: string | null;
}

const POSTING_COLUMNS = 'kind, reference, account, partner_id, test, currency, amount_minor';

/**
 * SQL of the number of expected entries by kind. If the postings of an entry differ from the expected postings, that entry is the first
 * row.
 */
function comparisonSql(postings: string): string {
  return `
    WITH expected AS MATERIALIZED (${postings}), entry AS MATERIALIZED (SELECT DISTINCT kind, reference FROM expected), actual AS (
      SELECT e.kind, e.reference COLLATE "default" AS reference, a.kind AS account, a.partner_id, a.test, p.currency, p.amount_minor
      FROM entry x JOIN ledger_entry e ON e.reference = x.reference AND e.kind = x.kind
        JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
    ), different AS (
      SELECT kind, reference FROM (SELECT ${POSTING_COLUMNS}, 1 AS times FROM expected UNION ALL SELECT ${POSTING_COLUMNS}, -1 FROM actual) AS both_sides
      GROUP BY ${POSTING_COLUMNS} HAVING sum(times) <> 0 ORDER BY reference, kind LIMIT 1
    )
    SELECT kind, 0 AS entries, reference AS wrong FROM different
    UNION ALL SELECT kind, count(*)::int, NULL FROM entry GROUP BY kind`;
}

/** SQL of an entry's postings as text, sorted. */
const postingsText = (postings: string): string => `
  SELECT coalesce(string_agg(concat_ws(' ', account, 'of ' || partner_id, amount_minor, currency, CASE WHEN test THEN '(test)' END), ', '
    ORDER BY account, partner_id, amount_minor), 'nothing') FROM ${postings}`;

/** Describes an entry with other postings than expected. @param parameters start and end of the batch, kind, reference. */
async function describeDifference(
  tx: EntityManager,
  postings: string,
  parameters: readonly [string, string, string, string],
): Promise<string> {
  const [difference] = await tx.query<{ entered: string; expected: string }[]>(
    `SELECT (${postingsText(`(
       SELECT a.kind AS account, a.partner_id, a.test, p.currency, p.amount_minor
       FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id WHERE e.kind = $3 AND e.reference = $4) AS e`)}) AS entered,
     (${postingsText(`(${postings}) AS x WHERE x.kind = $3 AND x.reference = $4`)}) AS expected`,
    [...parameters],
  );
  return `its postings of ${parameters[2]} do not match its row: ${difference?.entered} instead of ${difference?.expected}`;
}
