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
  /** Number of touched rows or index entries of the table, including those that a filter removed. */
  rows: number;
  /** The distinct scans, such as `Index Only Scan thing_list`. */
  distinctScans: string[];
}

/** PostgreSQL makes a custom plan for this many executions of a prepared statement, and then may keep a generic plan. */
const CUSTOM_PLANS = 5;

/** Runs a statement with its generic plan, as in production, and counts the rows that it read of a table. */
export async function visitedRows(connection: DataSource, statement: PageStatement, table: string): Promise<Visit> {
  await keepGenericPlan(connection, statement);
  const { name, text, values } = statement;
  const literals = values.map(literal).join(', ');
  const explain = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)';
  const [explained] = name
    ? await connection.query<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(`${explain} EXECUTE "${name}" (${literals})`)
    : await connection.query<{ 'QUERY PLAN': [{ Plan: Node }] }[]>(`${explain} ${text}`, values);
  const scans = explained
    ? nodesOf(explained['QUERY PLAN'][0].Plan).filter((node) => isScanOf(node, table) && node['Actual Loops'] > 0)
    : [];
  const touched = scans.map((scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']);
  return {
    rows: touched.reduce((sum, rows) => sum + rows, 0),
    distinctScans: [...new Set(scans.map((scan) => [scan['Node Type'], scan['Index Name']].filter(Boolean).join(' ')))].sort(),
  };
}

/** A bitmap index scan does not name its table. The scan of the primary key is excluded, because it fetches the page's own rows. */
const isScanOf = (node: Node, table: string): boolean =>
  node['Node Type'] === 'Bitmap Index Scan'
    ? !!node['Index Name']?.startsWith(`${table}_`) && node['Index Name'] !== `${table}_pkey`
    : node['Relation Name'] === table;

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  return `'${value instanceof Date ? value.toISOString() : (value as string | number | boolean)}'`;
}

/** Makes PostgreSQL keep a generic plan. @param connection a data source with a pool of one connection. */
export async function keepGenericPlan(connection: DataSource, { name, text, values }: PageStatement): Promise<void> {
  for (let run = 0; name && run <= CUSTOM_PLANS; run += 1) await runNamed(connection, { name, text }, values);
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
