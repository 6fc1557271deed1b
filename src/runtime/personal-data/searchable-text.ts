/** SQL for the text of several columns of a row. Each column is on its own line, so that a match cannot span two columns. */
export function columnsAsText(row: string, columns: readonly string[]): string {
  return `concat_ws(chr(10), ${columns.map((column) => `${row}.${column}`).join(', ')})`;
}

/** SQL for the text of all rows `o` that belong to another row. @param rows the SQL after `FROM`. */
export function relatedRowsAsText(rows: string, columns: readonly string[]): string {
  return `(SELECT string_agg(${columnsAsText('o', columns)}, chr(10)) FROM ${rows})`;
}
