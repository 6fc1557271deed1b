/** SQL for the text of several columns of a row, one per line, so that no match reaches from one column into the next. */
export function columnsAsText(row: string, columns: readonly string[]): string {
  return `concat_ws(chr(10), ${columns.map((column) => `${row}.${column}`).join(', ')})`;
}

/** The same for all rows `o` that belong to another row. @param rows the text after `FROM`. */
export function relatedRowsAsText(rows: string, columns: readonly string[]): string {
  return `(SELECT string_agg(${columnsAsText('o', columns)}, chr(10)) FROM ${rows})`;
}
