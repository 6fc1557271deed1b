import type { EntityManager } from 'typeorm';
import { batchesOfRows, ID_KEY } from '../../runtime/database/rows/row-batches.js';
import type { SealStatements } from './seal-statements.js';

/** The first row that differs from what was sealed. */
export interface BrokenSeal {
  table: string;
  id: string;
  reason: string;
}

/** A seal that was kept outside the database. */
export interface TrustedHead {
  seal: number;
  hash: string;
}

interface SealRow {
  number: string;
  step: number;
  hash: string;
  entries: number;
  sealed: number;
  sound: boolean;
}

interface SealVerification {
  head: TrustedHead | null;
  /** Rows per statement. */
  batchSize: number;
  onProgress: () => void;
}

const AT_ONCE = 5;

/** @returns the first row that differs from what was sealed; or the first seal that does not follow from the one before or is not the kept one. */
export async function verifySeals(tx: EntityManager, of: SealStatements, verification: SealVerification): Promise<BrokenSeal | null> {
  const { head, batchSize, onProgress } = verification;
  const isSealed = (await tx.query<unknown[]>(of.anySealed)).length > 0;
  if (isSealed) {
    for await (const range of batchesOfRows(tx, of.table, ID_KEY, batchSize)) {
      const [row] = await tx.query<{ id: string; reason: string }[]>(of.brokenSealed, [...range]);
      if (row) return { table: of.table, ...row };
      onProgress();
    }
  }
  return brokenSeal(tx, of, head, onProgress);
}

async function brokenSeal(
  tx: EntityManager,
  of: SealStatements,
  kept: TrustedHead | null,
  onProgress: () => void,
): Promise<BrokenSeal | null> {
  let last = 0;
  let isKept = kept === null;
  for (let more = true; more;) {
    const seals = await tx.query<SealRow[]>(of.sealsAfter, [last, AT_ONCE]);
    for (const seal of seals) {
      const reason = wrongWith(seal, kept);
      if (reason) return { table: of.seals, id: seal.number, reason };
      isKept ||= Number(seal.number) === kept?.seal;
      last = Number(seal.number);
    }
    more = seals.length === AT_ONCE;
    if (more) onProgress();
  }
  const [newest] = await tx.query<{ seal: string | null }[]>(of.newestSealed);
  if (newest?.seal && Number(newest.seal) > last)
    return { table: of.seals, id: newest.seal, reason: 'it is gone, and there are entries that it has sealed' };
  return isKept ? null : { table: of.seals, id: String(kept?.seal), reason: 'it was kept as the head and is gone' };
}

function wrongWith({ number, step, hash, entries, sealed, sound }: SealRow, kept: TrustedHead | null): string | null {
  if (step !== 1) return 'the seal before it is gone';
  if (entries !== sealed) return `it covers ${entries} entries, and ${sealed} are kept as sealed by it`;
  if (!sound) return 'its hash does not follow from what it covers and the seal before it';
  if (kept && Number(number) === kept.seal && hash !== kept.hash) return `its hash is not the one that was kept: ${kept.hash}`;
  return null;
}
