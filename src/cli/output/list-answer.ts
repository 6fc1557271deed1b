import type { Answer } from './answer.js';
import type { Cell } from './cell.js';
import { table } from './table.js';

/**
 * @param empty the sentence people read when there is nothing; programs get an empty list.
 * @param limit how many rows were asked for; whoever gives one more than that has it cut off, and says so.
 */
export function listAnswer<R extends { [key in K]: Cell }, K extends string>(
  rows: readonly R[],
  columns: readonly K[],
  empty: string,
  limit = Infinity,
): Answer {
  const shown = rows.slice(0, limit);
  return {
    json: shown,
    text: shown.length === 0 ? empty : table(shown, columns),
    ...(rows.length > limit && { remark: cutAfter(limit) }),
  };
}

export const cutAfter = (limit: number): string => `The list ends after ${limit}, and there is more: give a larger --limit.`;
