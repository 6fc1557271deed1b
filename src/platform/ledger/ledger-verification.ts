import type { InconsistentRow } from './wallet-check.js';

export interface VerifyProgress {
  entriesDone: number;
  entriesTotal: number;
  postingsDone: number;
}

/** Numbers of verified rows. `firstInconsistentRow` is the first inconsistent row, or null when the whole ledger is consistent. */
export interface LedgerVerification {
  entries: number;
  postings: number;
  wallets: number;
  firstInconsistentRow: InconsistentRow | null;
  /** Money that belongs to no payment. Null when the verification stopped earlier, at an inconsistent entry or posting. */
  suspense: SuspenseBalance[] | null;
}

export interface SuspenseBalance {
  currency: string;
  test: boolean;
  minor: number;
}
