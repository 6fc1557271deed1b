/** A manual entry that staff make. It takes effect once, even if staff repeat the command. */
export type StaffCommand = Payout | Adjustment | Settlement;

interface StaffCommandBase {
  /** The reference that staff choose: `o12` for a payout, `j12` for an adjustment, `s12` for a settlement. */
  name: string;
  test: boolean;
  /** The result that staff saw; null before the first run of the command, and while the outcome of the latest run is unknown. */
  result: 'done' | 'rejected' | null;
}

export interface Payout extends StaffCommandBase {
  kind: 'payout';
  partnerId: string;
  amountMinor: number;
  isPosted: boolean;
}

export interface Adjustment extends StaffCommandBase {
  kind: 'adjustment';
  debit: string;
  credit: string;
  /** The partner whose account is adjusted; null when neither account is a partner's. */
  partnerId: string | null;
  amountMinor: number;
  isPosted: boolean;
}

/** Settles the entries of a period, because the provider has paid them. The period ends before `to`. */
export interface Settlement extends StaffCommandBase {
  kind: 'settlement';
  provider: string;
  /** Milliseconds since 1970, as `to`. */
  from: number;
  to: number;
  /** Number of entries in one database transaction. */
  batchSize: number;
  /** Number of entries of the period that the expected settlement has covered so far. */
  processedCount: number;
}
