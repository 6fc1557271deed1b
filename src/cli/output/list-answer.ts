import type { Answer } from './answer.js';
import type { Cell } from './cell.js';
import { table } from './table.js';

/** @param empty the sentence people read when there is nothing; programs get an empty list. */
export function listAnswer<R extends { [key in K]: Cell }, K extends string>(
  rows: readonly R[],
  columns: readonly K[],
  empty: string,
): Answer {
  return { json: rows, text: rows.length === 0 ? empty : table(rows, columns) };
}
