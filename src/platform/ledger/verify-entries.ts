import type { EntityManager } from 'typeorm';
import type { EntryCheck } from './entry-check.js';
import { batchesOfRows } from '../../runtime/database/rows/row-batches.js';
import type { InconsistentRow } from './wallet-check.js';

export interface VerificationOptions {
  batchSize: number;
  /** Called after each batch. */
  onProgress: () => void;
}

/**
 * Verifies that the ledger holds exactly the entries that the rows must have caused: each with exactly these postings, and as many of these
 * kinds in all as the rows caused, so that there are no others.
 * @param counted entries of each kind in the ledger.
 */
export async function verifyEntries(
  tx: EntityManager,
  invariant: EntryCheck,
  counted: ReadonlyMap<string, number>,
  { batchSize, onProgress }: VerificationOptions,
): Promise<InconsistentRow | null> {
  const { table, key, rowsAtOnce = batchSize } = invariant;
  const caused = new Map<string, number>();
  for await (const range of batchesOfRows(tx, table, key, rowsAtOnce)) {
    for (const { kind, entries, wrong } of await tx.query<ComparedRow[]>(comparisonOf(invariant), [...range])) {
      if (wrong !== null) return { table, id: wrong, reason: await differenceOf(tx, invariant, [...range, kind, wrong]) };
      caused.set(kind, (caused.get(kind) ?? 0) + entries);
    }
    onProgress();
  }
  const strange = invariant.kinds.find((kind) => (counted.get(kind) ?? 0) !== (caused.get(kind) ?? 0));
  if (strange === undefined) return null;
  const reason = `there are ${counted.get(strange) ?? 0} entries of ${strange}, and ${table} has caused ${caused.get(strange) ?? 0}`;
  const [entry] = await tx.query<{ id: string }[]>(uncaused(invariant), [key.first, key.last, strange]);
  return { table: 'ledger_entry', id: entry?.id ?? strange, reason: entry ? `nothing in ${table} has caused it: ${reason}` : reason };
}

/** Finds an entry without cause. Run only when the counts differ, because it reads all rows at once. */
const uncaused = ({ postings }: EntryCheck): string => `
  SELECT e.id FROM ledger_entry e
  WHERE e.kind = $3 AND NOT EXISTS (SELECT FROM (${postings}) AS x WHERE x.kind = e.kind AND x.reference = e.reference) ORDER BY e.id LIMIT 1`;

/** @returns an entry of a kind that nothing in the gateway enters. */
export async function findEntryOfUnknownKind(
  tx: EntityManager,
  invariants: readonly EntryCheck[],
  counted: ReadonlyMap<string, number>,
): Promise<InconsistentRow | null> {
  const known = new Set(invariants.flatMap(({ kinds }) => kinds));
  const kind = [...counted.keys()].find((each) => !known.has(each));
  if (invariants.length === 0 || kind === undefined) return null;
  const [entry] = await tx.query<{ id: string }[]>('SELECT id FROM ledger_entry WHERE kind = $1 ORDER BY id LIMIT 1', [kind]);
  return { table: 'ledger_entry', id: entry?.id ?? kind, reason: `nothing enters entries of the kind ${kind}` };
}

interface ComparedRow {
  kind: string;
  /** How many entries the rows must have caused. */
  entries: number;
  /** Reference of a wrong or missing entry. */
  wrong: string | null;
}

const POSTING = 'kind, reference, account, partner_id, test, currency, amount_minor';

/** Number of expected entries by kind; before them an entry whose postings differ from the expected ones, if there is one. */
function comparisonOf({ postings }: EntryCheck): string {
  return `
    WITH expected AS MATERIALIZED (${postings}), entry AS MATERIALIZED (SELECT DISTINCT kind, reference FROM expected), actual AS (
      SELECT e.kind, e.reference COLLATE "default" AS reference, a.kind AS account, a.partner_id, a.test, p.currency, p.amount_minor
      FROM entry x JOIN ledger_entry e ON e.reference = x.reference AND e.kind = x.kind
        JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
    ), different AS (
      SELECT kind, reference FROM (SELECT ${POSTING}, 1 AS times FROM expected UNION ALL SELECT ${POSTING}, -1 FROM actual) AS both_sides
      GROUP BY ${POSTING} HAVING sum(times) <> 0 ORDER BY reference, kind LIMIT 1
    )
    SELECT kind, 0 AS entries, reference AS wrong FROM different
    UNION ALL SELECT kind, count(*)::int, NULL FROM entry GROUP BY kind`;
}

/** SQL of an entry's postings as text, sorted. */
const inWords = (postings: string): string => `
  SELECT coalesce(string_agg(concat_ws(' ', account, 'of ' || partner_id, amount_minor, currency, CASE WHEN test THEN '(test)' END), ', '
    ORDER BY account, partner_id, amount_minor), 'nothing') FROM ${postings}`;

/** Describes a wrong entry. @param about the batch's range, kind, reference. */
async function differenceOf(
  tx: EntityManager,
  { postings }: EntryCheck,
  about: readonly [string, string, string, string],
): Promise<string> {
  const [difference] = await tx.query<{ entered: string; expected: string }[]>(
    `SELECT (${inWords(`(
       SELECT a.kind AS account, a.partner_id, a.test, p.currency, p.amount_minor
       FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id WHERE e.kind = $3 AND e.reference = $4) AS e`)}) AS entered,
     (${inWords(`(${postings}) AS x WHERE x.kind = $3 AND x.reference = $4`)}) AS expected`,
    [...about],
  );
  return `its postings of ${about[2]} are not what its row says: ${difference?.entered} instead of ${difference?.expected}`;
}
