import type { Answer } from './answer.js';
import type { Cell } from './cell.js';
import { fields } from './fields.js';

/** @param remarks sentences below the record, for people only. */
export function recordAnswer(record: Readonly<Record<string, Cell>>, ...remarks: string[]): Answer {
  return { json: record, text: [fields(record), ...remarks].join('\n\n') };
}
