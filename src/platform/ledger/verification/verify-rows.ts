import type { EntityManager } from 'typeorm';
import type { Check, InconsistentRow } from '../../checks/check.js';
import { runChecks } from './run-checks.js';
import { batchesOfRows, ID_KEY, type KeyRange } from '../../../runtime/database/rows/row-batches.js';
import type { LedgerVerification, SuspenseBalance, VerifyProgress } from './ledger-verification.js';
import {
  ACCOUNT_SUMS,
  INCONSISTENT_ENTRY,
  INCONSISTENT_POSTING,
  ENTRIES_BY_KIND,
  LINE_SUMS,
  SUSPENSE_ACCOUNTS,
  WALLETS,
} from './verify-statements.js';
import { type AccountSum, findLineInconsistency, findWalletInconsistency, NOTHING_POSTED, type WalletRow } from '../wallet-check.js';

export interface VerifiedRows extends LedgerVerification {
  /** The inconsistent entry or posting at which the verification stopped. Null when it found none. */
  inconsistentEntry: InconsistentRow | null;
}

/** Verifies the ledger's rows against each other and against the rows of the products. */
export async function verifyRows(
  tx: EntityManager,
  checks: readonly Check[],
  { batchSize, onProgress }: { batchSize: number; onProgress: (progress: VerifyProgress) => void },
): Promise<VerifiedRows> {
  const [count] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM ledger_entry');
  const entriesTotal = count?.n ?? 0;
  const postingSums = new Map<string, AccountSum>();
  const countsByKind = new Map<string, number>();
  const verified: VerifiedRows = {
    entries: 0,
    postings: 0,
    wallets: 0,
    firstInconsistentRow: null,
    suspense: null,
    inconsistentEntry: null,
  };
  const reportProgress = (): void => onProgress({ entriesDone: verified.entries, entriesTotal, postingsDone: verified.postings });

  for await (const range of batchesOfRows(tx, 'ledger_entry', ID_KEY, batchSize)) {
    verified.inconsistentEntry = await findBrokenEntry(tx, range);
    if (verified.inconsistentEntry) return verified;
    verified.postings += addSums(postingSums, await tx.query<SumRow[]>(ACCOUNT_SUMS, [...range]));
    await countKinds(tx, range, countsByKind);
    verified.entries = range[1] === ID_KEY.last ? entriesTotal : verified.entries + batchSize;
    reportProgress();
  }
  verified.suspense = await readSuspenseBalances(tx, postingSums);
  const lineSums = new Map<string, AccountSum>();
  addSums(lineSums, await tx.query<SumRow[]>(LINE_SUMS));
  const wallets = await tx.query<WalletRow[]>(WALLETS);
  for (const wallet of wallets) {
    verified.firstInconsistentRow = findWalletInconsistency(wallet, postingSums) ?? findLineInconsistency(wallet, lineSums, postingSums);
    if (verified.firstInconsistentRow) return verified;
    verified.wallets += 1;
  }
  verified.firstInconsistentRow = await runChecks(tx, checks, countsByKind, { batchSize, onProgress: reportProgress });
  return verified;
}

async function findBrokenEntry(tx: EntityManager, range: KeyRange): Promise<InconsistentRow | null> {
  const [entry] = await tx.query<{ id: string; reason: string }[]>(INCONSISTENT_ENTRY, [...range]);
  if (entry) return { table: 'ledger_entry', ...entry };
  const [posting] = await tx.query<{ id: string; reason: string }[]>(INCONSISTENT_POSTING, [...range]);
  return posting ? { table: 'ledger_posting', ...posting } : null;
}

interface SumRow {
  account_id: string;
  postings: number;
  total: string;
}

/** Adds `rows` to `sums`. @returns the number of postings in `rows`. */
function addSums(sums: Map<string, AccountSum>, rows: readonly SumRow[]): number {
  for (const { account_id: id, postings, total } of rows) {
    const previous = sums.get(id) ?? NOTHING_POSTED;
    sums.set(id, { postings: previous.postings + postings, total: previous.total + BigInt(total) });
  }
  return rows.reduce((count, { postings }) => count + postings, 0);
}

/** Money in suspense is a debt of the gateway, so its postings are negative. */
async function readSuspenseBalances(tx: EntityManager, sums: ReadonlyMap<string, AccountSum>): Promise<SuspenseBalance[]> {
  const accounts = await tx.query<{ id: string; currency: string; test: boolean }[]>(SUSPENSE_ACCOUNTS);
  return accounts.map(({ id, currency, test }) => ({ currency, test, minor: Number(-(sums.get(id) ?? NOTHING_POSTED).total) }));
}

async function countKinds(tx: EntityManager, range: KeyRange, countsByKind: Map<string, number>): Promise<void> {
  const rows = await tx.query<{ kind: string; entries: number }[]>(ENTRIES_BY_KIND, [...range]);
  for (const { kind, entries } of rows) countsByKind.set(kind, (countsByKind.get(kind) ?? 0) + entries);
}
