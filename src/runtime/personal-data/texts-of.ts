/** SQL for the text of several columns of a row, each on a line of its own: what is sought never reaches from one into the next. */
export function textsOf(row: string, columns: readonly string[]): string {
  return `concat_ws(chr(10), ${columns.map((column) => `${row}.${column}`).join(', ')})`;
}

/** The same of all rows `o` that belong to another. @param rows what stands after `FROM`. */
export function textsIn(rows: string, columns: readonly string[]): string {
  return `(SELECT string_agg(${textsOf('o', columns)}, chr(10)) FROM ${rows})`;
}
