import type { DataSource, QueryRunner } from 'typeorm';
import { inChildSpan } from '../tracing/spans.js';
import { inStatementSpan } from './statement-span.js';

/** Creates spans for TypeORM's own statements and transactions. `runNamed` creates the spans of prepared statements. */
export function traceStatements(source: DataSource): void {
  const createQueryRunner = source.createQueryRunner.bind(source);
  source.createQueryRunner = (mode) => traceQueries(createQueryRunner(mode));
  const { manager } = source;
  const transaction = manager.transaction.bind(manager) as (...parameters: unknown[]) => Promise<unknown>;
  manager.transaction = (...parameters: unknown[]) => inChildSpan('transaction', {}, () => transaction(...parameters));
}

function traceQueries(runner: QueryRunner): QueryRunner {
  const query = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
  runner.query = ((text: string, ...rest: unknown[]) => inStatementSpan(verbOf(text), () => query(text, ...rest))) as QueryRunner['query'];
  return runner;
}

/** The first word of the statement, such as `SELECT`, or `START TRANSACTION`. Spans must have few different names. */
function verbOf(text: string): string {
  return /^\s*(start transaction|[a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
}
