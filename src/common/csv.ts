import { stringify } from 'csv-stringify/sync';

/** A value of a CSV file. Money is text with two decimals already, timestamps carry their offset. */
type CsvCell = string | number | boolean | null | readonly (string | number)[];

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Lines of CSV for spreadsheets. A text that looks like a formula is marked as text. */
export function csv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(csvCell)),
    { record_delimiter: '\r\n' },
  );
}

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : typeof cell === 'object' ? cell.join(', ') : String(cell);
  return /^[=+\-@\t\r]/.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
