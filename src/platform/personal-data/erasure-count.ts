/** The result of an erasure for one kind of row. Counts rows that mention the payer. */
export interface ErasureCount {
  name: string;
  found: number;
  /** Number of rows that the payer was erased from. 0 in a dry run. */
  erased: number;
  /** Rows that cannot be erased yet. */
  waiting: { key: string; why: string }[];
  /** Instruction for staff: what must happen before the waiting rows can be erased. Null for a kind without such an instruction. */
  waitingHint: string | null;
}
