/** A decision of staff. It takes effect once, however often they repeat it. */
export type StaffOrder = Payout | Adjustment | Settlement;

interface Decided {
  /** `o12`, `j12` or `s12` in stories: the reference that staff give it. */
  name: string;
  test: boolean;
  /** The answer to staff; null while there was none. */
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
  /** The partner, where one of the accounts is a partner's. */
  partnerId: string | null;
  minor: number;
  entered: boolean;
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
  walked: number;
}
