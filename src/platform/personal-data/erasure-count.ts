/** Rows of one kind that mention a payer. */
export interface ErasureCount {
  name: string;
  found: number;
  /** Rows that the payer was erased from; none in a dry run. */
  erased: number;
  /** Rows that cannot be erased yet. */
  waiting: { key: string; why: string }[];
  /** What to do about the waiting ones. */
  untilThen: string | null;
}
