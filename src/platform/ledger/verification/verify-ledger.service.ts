import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { bothInOneSnapshot, inOneSnapshot } from '../../../runtime/database/one-snapshot.js';
import { Parts } from '../../products/parts.js';
import { type TrustedHead, verifySeals } from '../../seals/verify-seals.js';
import type { LedgerVerification, VerifyProgress } from './ledger-verification.js';
import { type VerifiedRows, verifyRows } from './verify-rows.js';
import { LEDGER_SEALS } from '../seals/ledger-seals.js';
import type { InconsistentRow } from '../../checks/check.js';

export interface VerifyLedgerOptions {
  onProgress?: (progress: VerifyProgress) => void;
  /** Entries per statement. */
  batchSize?: number;
  /** A seal that was stored outside the database. The ledger must still have it. */
  head?: TrustedHead | null;
}

/** `work_mem` that suffices to compare a batch in memory. */
const BATCH_MEMORY = '64MB';

const BATCH_SIZE = 25_000;

/**
 * Verifies the ledger in three respects.
 * * The ledger's own rows: each entry has at least two postings that sum to zero per currency, and each posting has the currency of its
 *   account. Each part of a wallet equals the sum of its postings and the sum of its lines, and is not below zero.
 * * The seals: each sealed entry is unchanged.
 * * The rows of the products: these rows have caused exactly the entries of the ledger, and no row contradicts another.
 *
 * The verification reads one snapshot in batches, so it may run while the gateway works.
 */
@Injectable()
export class VerifyLedgerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parts: Parts,
  ) {}

  /** Verifies rows and seals concurrently, on two connections. For commands. */
  async run(options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    const { rows, seals } = this.createVerifiers(options);
    return combineResults(...(await bothInOneSnapshot(this.dataSource, rows, seals)));
  }

  /** Verifies on one connection, for workers. @returns null while another process runs this method. */
  runUnlessRunning(options: VerifyLedgerOptions = {}): Promise<LedgerVerification | null> {
    return inOneSnapshot(this.dataSource, async (tx) => {
      const [row] = await tx.query<{ mine: boolean }[]>("SELECT pg_try_advisory_xact_lock(hashtext('ledger_check')) AS mine");
      return row?.mine ? this.verifyInTransaction(tx, options) : null;
    });
  }

  /** Verifies within the caller's transaction, whose isolation must be `REPEATABLE READ` or higher. */
  async verifyInTransaction(tx: EntityManager, options: VerifyLedgerOptions = {}): Promise<LedgerVerification> {
    const { rows, seals } = this.createVerifiers(options);
    return combineResults(await rows(tx), await seals(tx));
  }

  /** Functions that verify rows and seals, each in a transaction that the caller provides. */
  private createVerifiers({ batchSize = BATCH_SIZE, head = null, onProgress = () => undefined }: VerifyLedgerOptions) {
    let progress: VerifyProgress = { entriesDone: 0, entriesTotal: 0, postingsDone: 0 };
    const reportProgress = (further: Partial<VerifyProgress>): void => onProgress((progress = { ...progress, ...further }));
    return {
      rows: (tx: EntityManager) => withBatchMemory(tx, () => verifyRows(tx, this.parts.checks, { batchSize, onProgress: reportProgress })),
      seals: (tx: EntityManager) =>
        withBatchMemory(tx, () => verifySeals(tx, LEDGER_SEALS, { head, batchSize, onProgress: () => reportProgress({}) })),
    };
  }
}

async function withBatchMemory<Verified>(tx: EntityManager, verify: () => Promise<Verified>): Promise<Verified> {
  await tx.query(`SET LOCAL work_mem = '${BATCH_MEMORY}'`);
  return verify();
}

/**
 * Reports an inconsistent seal before an inconsistent wallet or row. The seal names the changed entry, the others show only that some entry
 * was changed.
 */
function combineResults(
  { inconsistentEntry, firstInconsistentRow, ...verified }: VerifiedRows,
  brokenSeal: InconsistentRow | null,
): LedgerVerification {
  return { ...verified, firstInconsistentRow: inconsistentEntry ?? brokenSeal ?? firstInconsistentRow };
}
