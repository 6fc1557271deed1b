import type { EntityManager } from 'typeorm';
import { batchesOfEntries } from '../batches.js';
import type { BrokenRow } from '../wallet-check.js';
import { BROKEN_SEALED, NEWEST_SEALED, SEALS_AFTER } from './seal-statements.js';

/** A seal that was kept outside the database. */
export interface KeptHead {
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

interface SealProof {
  head: KeptHead | null;
  /** Entries looked at in one statement. */
  batchSize: number;
  onProgress: () => void;
}

const AT_ONCE = 5;

/** @returns the first entry that is not what was sealed; or the first seal that does not follow from what is before it, or was not kept. */
export async function proveSeals(tx: EntityManager, { head, batchSize, onProgress }: SealProof): Promise<BrokenRow | null> {
  const isSealed = (await tx.query<unknown[]>('SELECT FROM ledger_sealed_entry LIMIT 1')).length > 0;
  if (isSealed) {
    for await (const { range } of batchesOfEntries(tx, batchSize)) {
      const [entry] = await tx.query<{ id: string; reason: string }[]>(BROKEN_SEALED, [...range]);
      if (entry) return { table: 'ledger_entry', ...entry };
      onProgress();
    }
  }
  return brokenSeal(tx, head, onProgress);
}

async function brokenSeal(tx: EntityManager, kept: KeptHead | null, onProgress: () => void): Promise<BrokenRow | null> {
  let last = 0;
  let isKept = kept === null;
  for (let more = true; more;) {
    const seals = await tx.query<SealRow[]>(SEALS_AFTER, [last, AT_ONCE]);
    for (const seal of seals) {
      const reason = wrongWith(seal, kept);
      if (reason) return { table: 'ledger_seal', id: seal.number, reason };
      isKept ||= Number(seal.number) === kept?.seal;
      last = Number(seal.number);
    }
    more = seals.length === AT_ONCE;
    if (more) onProgress();
  }
  const [newest] = await tx.query<{ seal: string | null }[]>(NEWEST_SEALED);
  if (newest?.seal && Number(newest.seal) > last)
    return { table: 'ledger_seal', id: newest.seal, reason: 'it is gone, and there are entries that it has sealed' };
  return isKept ? null : { table: 'ledger_seal', id: String(kept?.seal), reason: 'it was kept as the head and is gone' };
}

function wrongWith({ number, step, hash, entries, sealed, sound }: SealRow, kept: KeptHead | null): string | null {
  if (step !== 1) return 'the seal before it is gone';
  if (entries !== sealed) return `it covers ${entries} entries, and ${sealed} are kept as sealed by it`;
  if (!sound) return 'its hash does not follow from what it covers and the seal before it';
  if (kept && Number(number) === kept.seal && hash !== kept.hash) return `its hash is not the one that was kept: ${kept.hash}`;
  return null;
}
