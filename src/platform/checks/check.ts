import type { RowKey } from '../../runtime/database/rows/row-batches.js';
import { type RowRule, sentence, valueMismatch } from './rules.js';

/**
 * A ledger check of the rows of one table. The rows are compared with the ledger entries that they caused, with other rows and with their
 * history, so that no row can be changed alone. Each product declares a check for each of its tables about money.
 */
export interface Check {
  table: string;
  /** The name of a row in the SQL of the check, such as `a`. `posting` and `last_change` are taken. */
  as: string;
  /** The primary key of the table. Rows, and the rows compared with them, are read in batches by it. */
  key: RowKey;
  /** Rows per statement. Set it when a row stands for many entries or is compared with many other rows. */
  rowsPerStatement?: number;
  entries?: ExpectedEntries;
  rules?: {
    /** SQL: joins with the rows that the rules compare. */
    joins?: string;
    list: readonly RowRule[];
  };
  /** The column with the state, which must be the last state of the row's history. A new row has the initial state and no history. */
  history?: { column: string; initial: string };
}

/** The ledger entries that the rows must have caused. No other row causes entries of these kinds. */
export interface ExpectedEntries {
  /** SQL: joins with the rows that the entries are made from. */
  joins?: string;
  /** SQL: the partner of postings to accounts `partner:…`. */
  partner?: string;
  /** SQL: whether the money is test money. By default the row's `test`. */
  test?: string;
  /** SQL: the currency of the postings. By default PLN. */
  currency?: string;
  list: readonly ExpectedEntry[];
}

export interface ExpectedEntry {
  kind: string;
  /** SQL: the entry's reference. */
  reference: string;
  /** SQL: the condition of a row that must have caused the entry. All rows by default. */
  when?: string;
  /** Postings with an amount of zero are left out. */
  postings: readonly ExpectedPosting[];
}

/** The kind of an account as text, or SQL of it. */
export type ExpectedAccount = string | { sql: string };
/** The account of a posting, and SQL of the amount in minor units. */
export type ExpectedPosting = readonly [account: ExpectedAccount, amount: string];

/**
 * A row that contradicts others. `id` is the row's id, with these exceptions. For a posting it is the entry's id, for a wallet and its lines
 * the partner's id. For a row of a product that contradicts its entry it is the entry's reference. When only the number of entries of a kind
 * is wrong, it is the kind. For a seal it is the number.
 */
export interface InconsistentRow {
  table: string;
  id: string;
  reason: string;
}

/** The account of the money at a provider. @param provider SQL of the operator, the channel or `sms` */
export const clearingOf = (provider: string): ExpectedAccount => ({ sql: `'platform:clearing:' || ${provider}` });

/** @returns the kinds of the entries that the rows cause, each once. */
export const entryKinds = ({ entries }: Check): string[] => [...new Set(entries?.list.map(({ kind }) => kind))];

/** SQL: whether the key `column` of a row is in the batch from $1 (included) to $2 (excluded). */
export const inBatch = (column: string): string => `${column} >= $1 AND ${column} < $2`;

const rowsSql = ({ table, as, key }: Check): string => `(SELECT * FROM ${table} WHERE ${inBatch(key.column)}) AS ${as}`;

/**
 * @returns a SELECT of `kind text, reference text, account text, partner_id uuid, test boolean, currency text, amount_minor bigint`: the
 * postings that the rows of a batch must have caused. Null for a check without entries.
 */
export function expectedPostingsSql(check: Check): string | null {
  const { as, entries } = check;
  if (!entries) return null;
  const { joins = '', partner = 'NULL::uuid', test = `${as}.test`, currency = `'PLN'`, list } = entries;
  return list
    .map(({ kind, reference, when = 'true', postings }) => {
      const values = postings.map(([account, amount]) => `(${typeof account === 'string' ? `'${account}'` : account.sql}, ${amount})`);
      return `
    SELECT '${kind}' AS kind, (${reference})::text AS reference, posting.account, CASE WHEN posting.account LIKE 'partner:%' THEN ${partner} END AS partner_id,
      ${test} AS test, ${currency} AS currency, posting.amount_minor
    FROM ${rowsSql(check)} ${joins} CROSS JOIN LATERAL (VALUES ${values.join(', ')}) AS posting (account, amount_minor)
    WHERE posting.amount_minor <> 0 AND (${when})`;
    })
    .join(' UNION ALL ');
}

/** @returns a SELECT of `id text, reason text`: the rows of a batch that break a rule, and why. Null for a check without rules. */
export function brokenRulesSql(check: Check): string | null {
  const { as, key, rules } = check;
  return rules ? inconsistentRowsSql(`${as}.${key.column}`, `${rowsSql(check)} ${rules.joins ?? ''}`, rules.list) : null;
}

/**
 * @returns a SELECT of `id text, reason text`: the rows of a batch whose state differs from their history, and histories without a row. Null
 * for a check without history.
 */
export function brokenHistoriesSql(check: Check): string | null {
  const { table, as, key, history } = check;
  if (!history) return null;
  const [id, state] = [`${as}.${key.column}`, `${as}.${history.column}`];
  return inconsistentRowsSql(
    `coalesce(${id}, last_change.subject_id)`,
    `${rowsSql(check)} FULL JOIN (
        SELECT DISTINCT ON (subject_id) subject_id, to_status FROM state_history
        WHERE subject_type = '${table}' AND ${inBatch('subject_id')} ORDER BY subject_id, sequence DESC
      ) AS last_change ON last_change.subject_id = ${id}`,
    [
      [`${id} IS NULL`, sentence`it does not exist, and its history ends with ${'last_change.to_status'}`],
      valueMismatch(history.column, state, `coalesce(last_change.to_status, '${history.initial}')`, 'its history ends with'),
    ],
  );
}

/** Rows that break a rule, each with the message of the first broken rule. */
function inconsistentRowsSql(id: string, from: string, rules: readonly RowRule[]): string {
  const cases = rules.map(([broken, reason]) => `WHEN ${broken} THEN ${reason}`).join('\n      ');
  return `
    SELECT id, reason FROM (
      SELECT (${id})::text AS id, CASE
      ${cases} END AS reason
      FROM ${from}
    ) AS checked WHERE reason IS NOT NULL`;
}
