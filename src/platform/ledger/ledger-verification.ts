import type { InconsistentRow } from './wallet-check.js';

export interface VerifyProgress {
  entriesDone: number;
  entriesTotal: number;
  postingsDone: number;
}

/** Counts of what was verified. `broken` is the first row that is wrong, or null when the whole ledger is sound. */
export interface LedgerVerification {
  entries: number;
  postings: number;
  wallets: number;
  broken: InconsistentRow | null;
  /** Money that belongs to no payment; null when a row before that was broken. */
  suspense: SuspenseBalance[] | null;
}

export interface SuspenseBalance {
  currency: string;
  test: boolean;
  minor: number;
}
