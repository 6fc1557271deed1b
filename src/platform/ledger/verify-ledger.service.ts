import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { bothInOneSnapshot, inOneSnapshot } from '../../runtime/database/one-snapshot.js';
import { EntryProofs } from './entry-proof.js';
import type { LedgerVerification, VerifyProgress } from './ledger-verification.js';
import { type ProvedRows, proveRows } from './prove-rows.js';
import { RowProofs } from './rows/row-proof.js';
import { type KeptHead, proveSeals } from './seals/prove-seals.js';
import type { BrokenRow } from './wallet-check.js';

export interface VerifyLedgerOptions {
  onProgress?: (progress: VerifyProgress) => void;
  /** Entries looked at in one statement. */
  batchSize?: number;
  /** A seal that was kept elsewhere, which the ledger must still have. */
  head?: KeptHead | null;
}

/** A batch is compared without a detour over the disk. */
const BATCH_MEMORY = '64MB';

const BATCH_SIZE = 25_000;

/**
 * Proves the ledger. From its own rows: every entry has at least two postings that sum to zero per currency, every posting has
 * its account's currency, every part of every wallet is the sum of its postings and none is below zero. From its seals: what was sealed is
 * there as it was. And from the rows of the products: each has caused exactly the entries that it had to, nothing else has caused any, and
 * none contradicts another.
 * Everything is read in one snapshot, in batches, so it may run while the gateway works.
 */
@Injectable()
export class VerifyLedgerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly entries: EntryProofs,
    private readonly rows: RowProofs,
  ) {}

  /** Rows and seals beside each other, for a command that waits for it. */
  async run(options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    const { rows, seals } = this.parts(options);
    return verification(...(await bothInOneSnapshot(this.dataSource, rows, seals)));
  }

  /** The same on one connection, unless another process is at it this way. @returns null then. */
  runAlone(options: VerifyLedgerOptions = {}): Promise<LedgerVerification | null> {
    return inOneSnapshot(this.dataSource, async (tx) => {
      const [row] = await tx.query<{ mine: boolean }[]>("SELECT pg_try_advisory_xact_lock(hashtext('ledger_check')) AS mine");
      return row?.mine ? this.within(tx, options) : null;
    });
  }

  /** What a transaction sees, which has to see one moment. */
  async within(tx: EntityManager, options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    const { rows, seals } = this.parts(options);
    return verification(await rows(tx), await seals(tx));
  }

  private parts({ batchSize = BATCH_SIZE, head = null, onProgress = () => undefined }: VerifyLedgerOptions) {
    let progress: VerifyProgress = { entriesDone: 0, entriesTotal: 0, postingsDone: 0 };
    const tell = (further: Partial<VerifyProgress>): void => onProgress((progress = { ...progress, ...further }));
    const proofs = { entryProofs: this.entries.all, rowProofs: this.rows.all };
    return {
      rows: (tx: EntityManager) => inMemory(tx, () => proveRows(tx, proofs, { batchSize, onProgress: tell })),
      seals: (tx: EntityManager) => inMemory(tx, () => proveSeals(tx, { head, batchSize, onProgress: () => tell({}) })),
    };
  }
}

async function inMemory<Proved>(tx: EntityManager, prove: () => Promise<Proved>): Promise<Proved> {
  await tx.query(`SET LOCAL work_mem = '${BATCH_MEMORY}'`);
  return prove();
}

/** Seals name the entry that was changed; a wallet or a row of a product only shows that one was. */
function verification({ brokenEntry, broken, ...proved }: ProvedRows, brokenSeal: BrokenRow | null): LedgerVerification {
  return { ...proved, broken: brokenEntry ?? brokenSeal ?? broken };
}
