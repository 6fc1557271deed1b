import type { Session } from '../session.js';
import type { Cell } from './cell.js';
import { fields, type Section, sections } from './layout.js';
import type { View } from './view.js';

/** The result of a command: a value for programs and a text for people. Neither ends with a line break. */
export interface CommandResult {
  json: unknown;
  text: string;
  /** A remark for people, printed to standard error. */
  remark?: string;
  /** Set when the command worked and found a failure, such as an inconsistent ledger. */
  exitCode?: number;
}

/** A result of any length that is written chunk by chunk, for example CSV. */
export interface StreamedResult {
  chunks: AsyncIterable<string>;
  /** Called after the last chunk. Without this member the exit code is 0. */
  exitCode?: () => number;
}

/** @param remarks sentences below the record. The JSON does not have them. */
export function recordResult(record: Readonly<Record<string, Cell>>, ...remarks: string[]): CommandResult {
  return { json: record, text: [fields(record), ...remarks].join('\n\n') };
}

/**
 * A list as a table for people and as JSON for programs.
 * @param empty the text for people when there are no rows. Programs get an empty list.
 * @param rows one row more than `limit` if there are further rows. The extra row is not shown: it only leads to the remark about them.
 * @param limit how many rows are shown.
 */
export function listResult<Row>(
  session: Session,
  view: View<Row, string>,
  rows: readonly Row[],
  empty: string,
  limit = Infinity,
): CommandResult {
  const visibleRows = rows.slice(0, limit);
  return {
    json: visibleRows.map((row) => view.json(row, session)),
    text: view.table(visibleRows, session) || empty,
    ...(rows.length > limit && { remark: truncatedNote(limit) }),
  };
}

/** A part of a result: members of the JSON, and a text under a heading. Some parts are only in the JSON, or only in the text. */
export interface ResultPart {
  json?: Readonly<Record<string, unknown>>;
  text?: Section;
}

/** Rows as a list in the JSON and as a table. @param more gives further members of a row, which only the JSON has. */
export function part<Row>(
  name: string,
  heading: string,
  view: View<Row, string>,
  rows: readonly Row[],
  session: Session,
  more?: (row: Row) => object,
): ResultPart {
  return {
    json: { [name]: rows.map((row) => ({ ...view.json(row, session), ...more?.(row) })) },
    text: [heading, view.table(rows, session)],
  };
}

/** One row with all its fields. @param more further members, which only the JSON has. */
export function recordPart<Row>(
  name: string,
  heading: string,
  view: View<Row, string>,
  row: Row,
  session: Session,
  more?: object,
): ResultPart {
  return { json: { [name]: { ...view.json(row, session), ...more } }, text: [heading, view.record(row, session)] };
}

export function partsResult(parts: readonly ResultPart[]): CommandResult {
  return {
    json: Object.fromEntries(parts.flatMap(({ json = {} }) => Object.entries(json))),
    text: sections(parts.flatMap(({ text }) => (text ? [text] : []))),
  };
}

export const truncatedNote = (limit: number): string => `The list is limited to ${limit}. Give a larger --limit to see more.`;
