/** Rows of one page with the number of rows in the whole list. */
export interface Page<T> {
  rows: T[];
  total: number;
}
