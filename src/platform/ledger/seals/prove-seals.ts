import type { EntityManager } from 'typeorm';
import type { BrokenRow } from '../wallet-check.js';
import { BROKEN_SEALED, SEALS_AFTER } from './seal-statements.js';

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

const AT_ONCE = 5;

/** @param range ids of entries, from (included) to (excluded). @returns the first entry that is not what was sealed. */
export async function brokenSealedEntry(tx: EntityManager, range: readonly string[]): Promise<BrokenRow | null> {
  const [entry] = await tx.query<{ id: string; reason: string }[]>(BROKEN_SEALED, [...range]);
  return entry ? { table: 'ledger_entry', ...entry } : null;
}

/** @returns the first seal that does not follow from those before and from what it covers, or that is not the one that was kept. */
export async function brokenSeal(tx: EntityManager, kept: KeptHead | null, onProgress: () => void): Promise<BrokenRow | null> {
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
  return isKept ? null : { table: 'ledger_seal', id: String(kept?.seal), reason: 'it was kept as the head and is gone' };
}

function wrongWith({ number, step, hash, entries, sealed, sound }: SealRow, kept: KeptHead | null): string | null {
  if (step !== 1) return 'the seal before it is gone';
  if (entries !== sealed) return `it covers ${entries} entries, and ${sealed} are kept as sealed by it`;
  if (!sound) return 'its hash does not follow from what it covers and the seal before it';
  if (kept && Number(number) === kept.seal && hash !== kept.hash) return `its hash is not the one that was kept: ${kept.hash}`;
  return null;
}
