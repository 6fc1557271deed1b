import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { bothInOneSnapshot, inOneSnapshot } from '../../runtime/database/one-snapshot.js';
import { EntryChecks } from './entry-check.js';
import { type TrustedHead, verifySeals } from '../seals/verify-seals.js';
import type { LedgerVerification, VerifyProgress } from './ledger-verification.js';
import { type VerifiedRows, verifyRows } from './verify-rows.js';
import { RowChecks } from './rows/row-check.js';
import { LEDGER_SEALS } from './seals/ledger-seals.js';
import type { InconsistentRow } from './wallet-check.js';

export interface VerifyLedgerOptions {
  onProgress?: (progress: VerifyProgress) => void;
  /** Entries per statement. */
  batchSize?: number;
  /** A seal that was kept elsewhere, which the ledger must still have. */
  head?: TrustedHead | null;
}

/** Lets a batch be compared in memory. */
const BATCH_MEMORY = '64MB';

const BATCH_SIZE = 25_000;

/**
 * Verifies the ledger. Its own rows: every entry has at least two postings that sum to zero per currency, every posting has its account's
 * currency, every part of a wallet is the sum of its postings and of its lines, and none is below zero. Its seals: every sealed entry is unchanged. And the
 * rows of the products: they have caused exactly the entries that they had to, and none contradicts another.
 * Everything is read in one snapshot, in batches, so it may run while the gateway works.
 */
@Injectable()
export class VerifyLedgerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly entries: EntryChecks,
    private readonly rows: RowChecks,
  ) {}

  /** Verifies rows and seals at the same time, on two connections. For commands. */
  async run(options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    const { rows, seals } = this.parts(options);
    return verification(...(await bothInOneSnapshot(this.dataSource, rows, seals)));
  }

  /** The same on one connection. @returns null when another process is verifying in this way. */
  runAlone(options: VerifyLedgerOptions = {}): Promise<LedgerVerification | null> {
    return inOneSnapshot(this.dataSource, async (tx) => {
      const [row] = await tx.query<{ mine: boolean }[]>("SELECT pg_try_advisory_xact_lock(hashtext('ledger_check')) AS mine");
      return row?.mine ? this.within(tx, options) : null;
    });
  }

  /** The same within a transaction, whose isolation must show one moment. */
  async within(tx: EntityManager, options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    const { rows, seals } = this.parts(options);
    return verification(await rows(tx), await seals(tx));
  }

  private parts({ batchSize = BATCH_SIZE, head = null, onProgress = () => undefined }: VerifyLedgerOptions) {
    let progress: VerifyProgress = { entriesDone: 0, entriesTotal: 0, postingsDone: 0 };
    const tell = (further: Partial<VerifyProgress>): void => onProgress((progress = { ...progress, ...further }));
    const invariants = { entryInvariants: this.entries.all, rowInvariants: this.rows.all };
    return {
      rows: (tx: EntityManager) => inMemory(tx, () => verifyRows(tx, invariants, { batchSize, onProgress: tell })),
      seals: (tx: EntityManager) => inMemory(tx, () => verifySeals(tx, LEDGER_SEALS, { head, batchSize, onProgress: () => tell({}) })),
    };
  }
}

async function inMemory<Verified>(tx: EntityManager, verify: () => Promise<Verified>): Promise<Verified> {
  await tx.query(`SET LOCAL work_mem = '${BATCH_MEMORY}'`);
  return verify();
}

/** A broken seal comes before a broken wallet or row: it names the changed entry, they only show that one was changed. */
function verification({ brokenEntry, broken, ...verified }: VerifiedRows, brokenSeal: InconsistentRow | null): LedgerVerification {
  return { ...verified, broken: brokenEntry ?? brokenSeal ?? broken };
}
