/** SQL for the text of several columns of a row, one per line, so that no match reaches from one column into the next. */
export function textsOf(row: string, columns: readonly string[]): string {
  return `concat_ws(chr(10), ${columns.map((column) => `${row}.${column}`).join(', ')})`;
}

/** The same for all rows `o` that belong to another row. @param rows the text after `FROM`. */
export function textsIn(rows: string, columns: readonly string[]): string {
  return `(SELECT string_agg(${textsOf('o', columns)}, chr(10)) FROM ${rows})`;
}
