/** Rows of one page with the number of rows in the whole list. */
export interface Page<T> {
  rows: T[];
  total: number;
}

/** The pagination block of the contract. */
export interface PaginationBlock {
  total: number;
  count: number;
  per_page: number;
  current_page: number;
  total_pages: number;
  links: { next_page: string | null; prev_page: string | null };
}
