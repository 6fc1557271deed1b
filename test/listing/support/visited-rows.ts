import type { DataSource } from 'typeorm';
import { runNamed } from '../../../src/runtime/database/named-query.js';
import type { PageStatement } from '../../../src/platform/listing/lists/statement.js';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

export interface Visit {
  /** Rows or index entries of the table that were touched, those thrown away included. */
  rows: number;
  /** What they were read by, such as `Index Only Scan thing_list`; each once. */
  by: string[];
}

/** The server plans this many executions anew, and then keeps a generic plan. */
const PLANNED_FOR_VALUES = 5;

/** Runs a statement with its kept plan, as in production, and counts what it read of a table. */
export async function visitedRows(one: DataSource, statement: PageStatement, table: string): Promise<Visit> {
  await planned(one, statement);
  const { name, text, values } = statement;
  const literals = values.map(literal).join(', ');
  const explain = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)';
  const [answer] = name
    ? await one.query<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(`${explain} EXECUTE "${name}" (${literals})`)
    : await one.query<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(`${explain} ${text}`, values);
  const scans = answer ? nodesOf(answer['QUERY PLAN'][0].Plan).filter((node) => reads(node, table) && node['Actual Loops'] > 0) : [];
  const touched = scans.map((scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']);
  return {
    rows: touched.reduce((sum, rows) => sum + rows, 0),
    by: [...new Set(scans.map((scan) => [scan['Node Type'], scan['Index Name']].filter(Boolean).join(' ')))].sort(),
  };
}

/** A bitmap's index scans do not name their table. The primary key's finds the very rows that are then fetched. */
const reads = (node: Node, table: string): boolean =>
  node['Node Type'] === 'Bitmap Index Scan'
    ? !!node['Index Name']?.startsWith(`${table}_`) && node['Index Name'] !== `${table}_pkey`
    : node['Relation Name'] === table;

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  return `'${value instanceof Date ? value.toISOString() : (value as string | number | boolean)}'`;
}

/** Makes the server keep a plan. @param one a data source with one connection. */
export async function planned(one: DataSource, { name, text, values }: PageStatement): Promise<void> {
  for (let run = 0; name && run <= PLANNED_FOR_VALUES; run += 1) await runNamed(one, { name, text }, values);
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
