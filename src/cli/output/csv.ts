import { stringify } from 'csv-stringify/sync';
import type { Cell } from './cell.js';

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Lines of CSV for spreadsheets: a text that one would take for a formula is marked as text. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(csvCell)),
    { record_delimiter: '\r\n' },
  );
}

function csvCell(cell: Cell): string {
  const text = cell === null ? '' : typeof cell === 'object' ? cell.join(', ') : String(cell);
  return /^[=+\-@\t\r]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
