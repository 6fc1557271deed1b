import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { withoutStatementTimeout } from '../../runtime/database/without-statement-timeout.js';
import { type EntryProof, EntryProofs } from './entry-proof.js';
import { entryOfUnknownKind, proveEntries } from './prove-entries.js';
import { brokenSeal, brokenSealedEntry, type KeptHead } from './seals/prove-seals.js';
import {
  ACCOUNT_SUMS,
  BROKEN_ENTRY,
  BROKEN_POSTING,
  ENTRIES_BY_KIND,
  NEXT_BATCH,
  SUSPENSE_ACCOUNTS,
  WALLETS,
} from './verify-statements.js';
import { type BrokenRow, brokenWallet, type WalletRow } from './wallet-check.js';

export interface VerifyProgress {
  entriesDone: number;
  entriesTotal: number;
  postingsDone: number;
}

export interface VerifyLedgerOptions {
  onProgress?: (progress: VerifyProgress) => void;
  /** Entries looked at in one statement. */
  batchSize?: number;
  /** A seal that was kept elsewhere, which the ledger must still have. */
  head?: KeptHead;
}

/** How far the proof came; `broken` is the first row that is wrong, or null when the whole ledger is sound. */
export interface LedgerVerification {
  entries: number;
  postings: number;
  wallets: number;
  broken: BrokenRow | null;
  /** Money that belongs to no payment; null when the proof did not come so far. */
  suspense: SuspenseBalance[] | null;
}

export interface SuspenseBalance {
  currency: string;
  test: boolean;
  minor: number;
}

/** A batch is compared without a detour over the disk. */
const BATCH_MEMORY = '64MB';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Proves the ledger. From its own rows: every entry has at least two postings that sum to zero per currency, every posting has
 * its account's currency, every part of every wallet is the sum of its postings and none is below zero. From its seals: what was sealed is
 * there as it was. And from the rows of the products: each has caused exactly the entries that it had to, and nothing else has caused any.
 * Everything is read in one snapshot, in batches, so it may run while the gateway works.
 */
@Injectable()
export class VerifyLedgerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proofs: EntryProofs,
  ) {}

  run(options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    return this.inOneSnapshot((tx) => verify(tx, this.proofs.all, options));
  }

  /** The same unless somebody else is at it this way. @returns null then. */
  runAlone(options: VerifyLedgerOptions = {}): Promise<LedgerVerification | null> {
    return this.inOneSnapshot(async (tx) => {
      const [row] = await tx.query<{ mine: boolean }[]>("SELECT pg_try_advisory_xact_lock(hashtext('ledger_check')) AS mine");
      return row?.mine ? verify(tx, this.proofs.all, options) : null;
    });
  }

  private inOneSnapshot<T>(prove: (tx: EntityManager) => Promise<T>): Promise<T> {
    const readOnly = async (tx: EntityManager): Promise<T> => {
      await tx.query('SET TRANSACTION READ ONLY');
      await tx.query(`SET LOCAL work_mem = '${BATCH_MEMORY}'`);
      return prove(tx);
    };
    return withoutStatementTimeout(this.dataSource, readOnly, 'REPEATABLE READ');
  }
}

async function verify(
  tx: EntityManager,
  proofs: readonly EntryProof[],
  { onProgress, batchSize = 25_000, head }: VerifyLedgerOptions,
): Promise<LedgerVerification> {
  const [count] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM ledger_entry');
  const entriesTotal = count?.n ?? 0;
  const sums = new Map<string, bigint>();
  const kinds = new Map<string, number>();
  let entries = 0;
  let postings = 0;
  const tell = (): void => onProgress?.({ entriesDone: entries, entriesTotal, postingsDone: postings });
  for (let from: string | undefined = FIRST_ID; from !== undefined;) {
    const [next]: { id: string }[] = await tx.query<{ id: string }[]>(NEXT_BATCH, [from, batchSize]);
    const range = [from, next?.id ?? LAST_ID];
    const broken = await firstBroken(tx, range);
    if (broken) return { entries, postings, wallets: 0, broken, suspense: null };
    postings += await addSums(tx, range, sums);
    await addKinds(tx, range, kinds);
    entries = next ? entries + batchSize : entriesTotal;
    tell();
    from = next?.id;
  }
  const suspense = await suspenseBalances(tx, sums);
  const seal = await brokenSeal(tx, head ?? null, tell);
  if (seal) return { entries, postings, wallets: 0, broken: seal, suspense };
  const wallets = await tx.query<WalletRow[]>(WALLETS);
  for (const [index, wallet] of wallets.entries()) {
    const broken = brokenWallet(wallet, sums);
    if (broken) return { entries, postings, wallets: index, broken, suspense };
  }
  for (const proof of proofs) {
    const broken = await proveEntries(tx, proof, kinds, { batchSize, onProgress: tell });
    if (broken) return { entries, postings, wallets: wallets.length, broken, suspense };
  }
  return { entries, postings, wallets: wallets.length, broken: await entryOfUnknownKind(tx, proofs, kinds), suspense };
}

async function firstBroken(tx: EntityManager, range: string[]): Promise<BrokenRow | null> {
  const [entry] = await tx.query<{ id: string; reason: string }[]>(BROKEN_ENTRY, range);
  if (entry) return { table: 'ledger_entry', ...entry };
  const [posting] = await tx.query<{ id: string; reason: string }[]>(BROKEN_POSTING, range);
  return posting ? { table: 'ledger_posting', ...posting } : brokenSealedEntry(tx, range);
}

async function addSums(tx: EntityManager, range: string[], sums: Map<string, bigint>): Promise<number> {
  const rows = await tx.query<{ account_id: string; postings: number; total: string }[]>(ACCOUNT_SUMS, range);
  for (const { account_id, total } of rows) sums.set(account_id, (sums.get(account_id) ?? 0n) + BigInt(total));
  return rows.reduce((all, row) => all + row.postings, 0);
}

/** What stands in suspense is owed to somebody, so its postings are negative. */
async function suspenseBalances(tx: EntityManager, sums: ReadonlyMap<string, bigint>): Promise<SuspenseBalance[]> {
  const accounts = await tx.query<{ id: string; currency: string; test: boolean }[]>(SUSPENSE_ACCOUNTS);
  return accounts.map(({ id, currency, test }) => ({ currency, test, minor: Number(-(sums.get(id) ?? 0n)) }));
}

async function addKinds(tx: EntityManager, range: string[], kinds: Map<string, number>): Promise<void> {
  const rows = await tx.query<{ kind: string; entries: number }[]>(ENTRIES_BY_KIND, range);
  for (const { kind, entries } of rows) kinds.set(kind, (kinds.get(kind) ?? 0) + entries);
}
