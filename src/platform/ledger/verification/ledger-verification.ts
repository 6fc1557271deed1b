import type { InconsistentRow } from '../../checks/check.js';

export interface VerifyProgress {
  entriesDone: number;
  entriesTotal: number;
  postingsDone: number;
}

/** The result of a verification, with the numbers of verified rows. */
export interface LedgerVerification {
  entries: number;
  postings: number;
  wallets: number;
  /** The verification stops at this row. Null when the whole ledger is consistent. */
  firstInconsistentRow: InconsistentRow | null;
  /** Money that belongs to no payment. Null when the verification stopped earlier, at an inconsistent entry or posting. */
  suspense: SuspenseBalance[] | null;
}

export interface SuspenseBalance {
  currency: string;
  test: boolean;
  minor: number;
}
