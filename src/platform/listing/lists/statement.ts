import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { Parameters } from './parameters.js';

/** A statement that reads a page, or that reads counts by which the page's statement is chosen. */
export interface PageStatement {
  text: string;
  values: unknown[];
  /** Name of the prepared statement. Absent when the statement is planned for its values. */
  name?: string;
}

/** @param parts the parts of the name. They must include everything that the text depends on. */
export function statement(text: string, { planned, values }: Parameters, parts: readonly string[]): PageStatement {
  return planned === 'once' ? { text, values, name: statementName(parts) } : { text, values };
}

/** The primary's pool, or a connection to a replica. */
export type PageSource = DataSource | ClientBase;

export async function runStatement<Row extends object>(source: PageSource, pageStatement: PageStatement): Promise<Row[]> {
  if (!(source instanceof DataSource)) return (await source.query<Row>(pageStatement)).rows;
  const { name, text, values } = pageStatement;
  return name ? runNamed(source, { name, text }, values) : source.query(text, values);
}

/** PostgreSQL truncates longer names. */
const MAX_NAME_LENGTH = 63;
const DIGEST_LENGTH = 10;

/** A name that PostgreSQL does not truncate. A long name ends with a digest, so that different names stay different. */
export function statementName(parts: readonly string[]): string {
  const name = parts.join(' ');
  if (name.length <= MAX_NAME_LENGTH) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - DIGEST_LENGTH - 1)}#${digest}`;
}
