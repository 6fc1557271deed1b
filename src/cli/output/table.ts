import { type Cell, cellText } from './cell.js';
import { label } from './label.js';
import { columnsOf, padEnd } from './width.js';

const GAP = '  ';

/** The named columns of the rows under a heading. */
export function table<R extends { [key in K]: Cell }, K extends string>(rows: readonly R[], columns: readonly K[]): string {
  const lines = [columns.map(label), ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => columnsOf(line[index] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, index) => padEnd(text, widths[index] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** The same without a heading for no rows, which is what a block of text takes for nothing. */
export function tableOrNothing<R extends { [key in K]: Cell }, K extends string>(rows: readonly R[], columns: readonly K[]): string {
  return rows.length === 0 ? '' : table(rows, columns);
}
