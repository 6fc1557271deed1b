/** What was found of a payer in rows of one kind. */
export interface ErasedKind {
  name: string;
  /** Rows that mention the payer. */
  found: number;
  /** Rows the payer was taken out of; none when nothing was to be changed. */
  erased: number;
  /** Rows that cannot be erased yet. */
  waiting: { key: string; why: string }[];
  /** What to do about those. */
  untilThen: string | null;
}
