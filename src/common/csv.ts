import { stringify } from 'csv-stringify/sync';

/** A value of a CSV file. The caller passes money as text with two decimals, and timestamps as text with their offset. */
type CsvCell = string | number | boolean | null | readonly (string | number)[];

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Formats rows as CSV for spreadsheets. A text that looks like a formula gets an apostrophe in front, so that no spreadsheet runs it. */
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
