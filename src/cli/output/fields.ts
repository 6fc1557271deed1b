import { type Cell, cellText } from './cell.js';
import { label } from './label.js';
import { columnsOf, padEnd } from './width.js';

/** One record, a line for each of its fields. */
export function fields(record: Readonly<Record<string, Cell>>): string {
  const lines = Object.entries(record).map(([key, value]) => [label(key), cellText(value)] as const);
  const width = Math.max(...lines.map(([name]) => columnsOf(name)));
  return lines.map(([name, value]) => `${padEnd(name, width)}  ${value}`).join('\n');
}
