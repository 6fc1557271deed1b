/** Something that staff have decided on; it happens once, however often they say so. */
export type Order = Payout | Adjustment | Settlement;

interface Decided {
  /** `o12`, `j12` or `s12` in stories: the reference that staff give it. */
  name: string;
  test: boolean;
  /** What staff were told; null as long as they were told nothing. */
  told: 'done' | 'refused' | null;
}

export interface Payout extends Decided {
  kind: 'payout';
  partnerId: string;
  minor: number;
  entered: boolean;
}

export interface Adjustment extends Decided {
  kind: 'adjustment';
  debit: string;
  credit: string;
  /** Whose, where one of the accounts is a partner's. */
  partnerId: string | null;
  minor: number;
  entered: boolean;
}

/** A party has paid for what happened in a period. */
export interface Settlement extends Decided {
  kind: 'settlement';
  party: string;
  from: number;
  to: number;
  /** Entries that are walked at once. */
  batch: number;
  /** How many were walked. */
  walked: number;
}
