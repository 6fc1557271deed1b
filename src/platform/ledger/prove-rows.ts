import type { EntityManager } from 'typeorm';
import { batchesOfEntries, type EntryRange } from './batches.js';
import type { EntryProof } from './entry-proof.js';
import { proveAgreement } from './rows/prove-agreement.js';
import { entryOfUnknownKind, proveEntries } from './prove-entries.js';
import type { RowProof } from './rows/row-proof.js';
import type { LedgerVerification, SuspenseBalance, VerifyProgress } from './ledger-verification.js';
import { ACCOUNT_SUMS, BROKEN_ENTRY, BROKEN_POSTING, ENTRIES_BY_KIND, SUSPENSE_ACCOUNTS, WALLETS } from './verify-statements.js';
import { type BrokenRow, brokenWallet, type WalletRow } from './wallet-check.js';

export interface ProvedRows extends LedgerVerification {
  /** Of the entries and postings themselves: nothing that was asked after them can be trusted. */
  brokenEntry: BrokenRow | null;
}

/** The ledger's own rows against each other, and against those of the products. */
export async function proveRows(
  tx: EntityManager,
  { entryProofs, rowProofs }: { entryProofs: readonly EntryProof[]; rowProofs: readonly RowProof[] },
  { batchSize, onProgress }: { batchSize: number; onProgress: (progress: VerifyProgress) => void },
): Promise<ProvedRows> {
  const [count] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM ledger_entry');
  const entriesTotal = count?.n ?? 0;
  const sums = new Map<string, bigint>();
  const kinds = new Map<string, number>();
  const proved: ProvedRows = { entries: 0, postings: 0, wallets: 0, broken: null, suspense: null, brokenEntry: null };
  const tell = (): void => onProgress({ entriesDone: proved.entries, entriesTotal, postingsDone: proved.postings });

  for await (const { range, isLast } of batchesOfEntries(tx, batchSize)) {
    proved.brokenEntry = await firstBroken(tx, range);
    if (proved.brokenEntry) return proved;
    proved.postings += await addSums(tx, range, sums);
    await addKinds(tx, range, kinds);
    proved.entries = isLast ? entriesTotal : proved.entries + batchSize;
    tell();
  }
  proved.suspense = await suspenseBalances(tx, sums);
  const wallets = await tx.query<WalletRow[]>(WALLETS);
  for (const wallet of wallets) {
    proved.broken = brokenWallet(wallet, sums);
    if (proved.broken) return proved;
    proved.wallets += 1;
  }
  for (const proof of entryProofs) {
    proved.broken = await proveEntries(tx, proof, kinds, { batchSize, onProgress: tell });
    if (proved.broken) return proved;
  }
  proved.broken = await entryOfUnknownKind(tx, entryProofs, kinds);
  for (const proof of rowProofs) proved.broken ??= await proveAgreement(tx, proof, { batchSize, onProgress: tell });
  return proved;
}

async function firstBroken(tx: EntityManager, range: EntryRange): Promise<BrokenRow | null> {
  const [entry] = await tx.query<{ id: string; reason: string }[]>(BROKEN_ENTRY, [...range]);
  if (entry) return { table: 'ledger_entry', ...entry };
  const [posting] = await tx.query<{ id: string; reason: string }[]>(BROKEN_POSTING, [...range]);
  return posting ? { table: 'ledger_posting', ...posting } : null;
}

async function addSums(tx: EntityManager, range: EntryRange, sums: Map<string, bigint>): Promise<number> {
  const rows = await tx.query<{ account_id: string; postings: number; total: string }[]>(ACCOUNT_SUMS, [...range]);
  for (const { account_id, total } of rows) sums.set(account_id, (sums.get(account_id) ?? 0n) + BigInt(total));
  return rows.reduce((all, row) => all + row.postings, 0);
}

/** What stands in suspense is owed, so its postings are negative. */
async function suspenseBalances(tx: EntityManager, sums: ReadonlyMap<string, bigint>): Promise<SuspenseBalance[]> {
  const accounts = await tx.query<{ id: string; currency: string; test: boolean }[]>(SUSPENSE_ACCOUNTS);
  return accounts.map(({ id, currency, test }) => ({ currency, test, minor: Number(-(sums.get(id) ?? 0n)) }));
}

async function addKinds(tx: EntityManager, range: EntryRange, kinds: Map<string, number>): Promise<void> {
  const rows = await tx.query<{ kind: string; entries: number }[]>(ENTRIES_BY_KIND, [...range]);
  for (const { kind, entries } of rows) kinds.set(kind, (kinds.get(kind) ?? 0) + entries);
}
