/** A decision of staff. It takes effect once, however often they repeat it. */
export type StaffCommand = Payout | Adjustment | Settlement;

interface Decided {
  /** `o12`, `j12` or `s12` in transcripts: the reference that staff give it. */
  name: string;
  test: boolean;
  /** The answer to staff; null while there was none. */
  result: 'done' | 'refused' | null;
}

export interface Payout extends Decided {
  kind: 'payout';
  partnerId: string;
  minor: number;
  isPosted: boolean;
}

export interface Adjustment extends Decided {
  kind: 'adjustment';
  debit: string;
  credit: string;
  /** The partner, where one of the accounts is a partner's. */
  partnerId: string | null;
  minor: number;
  isPosted: boolean;
}

/** A provider has paid for a period. */
export interface Settlement extends Decided {
  kind: 'settlement';
  provider: string;
  from: number;
  to: number;
  /** How many entries are processed at once. */
  batch: number;
  /** How many have been processed. */
  processed: number;
}
