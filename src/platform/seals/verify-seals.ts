import type { EntityManager } from 'typeorm';
import { batchesOfRows, ID_KEY } from '../../runtime/database/rows/row-batches.js';
import type { InconsistentRow } from '../checks/check.js';
import type { SealStatements } from './seal-statements.js';

/** A seal that was stored outside the database. */
export interface TrustedHead {
  seal: number;
  hash: string;
}

interface SealRow {
  number: string;
  /** Difference to the number of the previous seal. */
  step: number;
  hash: string;
  /** Number of rows that the seal covers, as stored with the seal. */
  entries: number;
  /** Number of rows that name the seal. */
  sealed: number;
  /** Whether the hash is correct. */
  sound: boolean;
}

interface VerifySealsOptions {
  head: TrustedHead | null;
  /** Rows per statement. */
  batchSize: number;
  onProgress: () => void;
}

/** Few, because the statement reads the digests of all rows of each seal: usually up to 5,000. */
const SEALS_PER_QUERY = 5;

/**
 * @returns the first row that differs from its sealed digest. Otherwise the first seal that does not follow from the previous seal or
 * differs from the trusted head. Null when all seals are correct.
 */
export async function verifySeals(
  tx: EntityManager,
  statements: SealStatements,
  verification: VerifySealsOptions,
): Promise<InconsistentRow | null> {
  const { head, batchSize, onProgress } = verification;
  const isSealed = (await tx.query<unknown[]>(statements.anySealed)).length > 0;
  if (isSealed) {
    for await (const range of batchesOfRows(tx, statements.table, ID_KEY, batchSize)) {
      const [row] = await tx.query<{ id: string; reason: string }[]>(statements.brokenSealed, [...range]);
      if (row) return { table: statements.table, ...row };
      onProgress();
    }
  }
  return findBrokenSeal(tx, statements, head, onProgress);
}

async function findBrokenSeal(
  tx: EntityManager,
  statements: SealStatements,
  head: TrustedHead | null,
  onProgress: () => void,
): Promise<InconsistentRow | null> {
  let lastNumber = 0;
  let isHeadFound = head === null;
  for (let hasMore = true; hasMore;) {
    const seals = await tx.query<SealRow[]>(statements.sealsAfter, [lastNumber, SEALS_PER_QUERY]);
    for (const seal of seals) {
      const reason = findProblem(seal, head);
      if (reason) return { table: statements.seals, id: seal.number, reason };
      isHeadFound ||= Number(seal.number) === head?.seal;
      lastNumber = Number(seal.number);
    }
    hasMore = seals.length === SEALS_PER_QUERY;
    if (hasMore) onProgress();
  }
  const [newest] = await tx.query<{ seal: string | null }[]>(statements.newestSealed);
  if (newest?.seal && Number(newest.seal) > lastNumber)
    return { table: statements.seals, id: newest.seal, reason: 'it is missing, and sealed entries name it' };
  return isHeadFound ? null : { table: statements.seals, id: String(head?.seal), reason: 'it is the stored head, and it is missing' };
}

function findProblem({ number, step, hash, entries, sealed, sound }: SealRow, head: TrustedHead | null): string | null {
  if (step !== 1) return 'the seal before it is missing';
  if (entries !== sealed) return `its number of entries is ${entries}, and the number of entries with this seal is ${sealed}`;
  if (!sound) return 'its hash does not follow from its entries and the seal before it';
  if (head && Number(number) === head.seal && hash !== head.hash) return `its hash is not that of the stored head: ${head.hash}`;
  return null;
}
