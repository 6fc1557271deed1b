import type { Session } from '../session.js';
import type { Cell } from './cell.js';
import { fields } from './layout.js';
import type { View } from './view.js';

/** A command's answer: one value for programs, one text for people. Neither ends with a line break. */
export interface CommandResult {
  json: unknown;
  text: string;
  /** A remark for people, printed to standard error. */
  remark?: string;
  /** When the answer itself is bad news, such as a ledger that does not add up. */
  exitCode?: number;
}

/** An answer of any length that is written chunk by chunk, for example CSV. */
export interface StreamedResult {
  chunks: AsyncIterable<string>;
  /** Known when all is written. */
  exitCode?: () => number;
}

/** @param remarks sentences below the record, not in the JSON. */
export function recordResult(record: Readonly<Record<string, Cell>>, ...remarks: string[]): CommandResult {
  return { json: record, text: [fields(record), ...remarks].join('\n\n') };
}

/**
 * @param empty the sentence that people read when there are no rows; programs get an empty list.
 * @param limit how many rows are shown. When there are more, a remark says so: ask for one row more than that.
 */
export function listResult<Row>(
  session: Session,
  view: View<Row, string>,
  rows: readonly Row[],
  empty: string,
  limit = Infinity,
): CommandResult {
  const shown = rows.slice(0, limit);
  return {
    json: shown.map((row) => view.json(row, session)),
    text: view.table(shown, session) || empty,
    ...(rows.length > limit && { remark: truncatedNote(limit) }),
  };
}

export const truncatedNote = (limit: number): string => `The list ends after ${limit}, and there is more: give a larger --limit.`;
