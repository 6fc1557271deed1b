import { normalizeReference, referenceToUuid } from '../../common/reference.js';
import type { UnmatchedLine } from '../../platform/ledger/files/settlement-files.query.js';
import type { UnmatchedCallback } from '../products/product.js';

export interface UnmatchedRecord extends UnmatchedCallback {
  toldBy: ('report' | 'file')[];
}

/** Merges reports and lines of files by thing, each with its latest outcome, oldest first. A file adds the amount to a reported thing. */
export function unmatchedRecords(reports: readonly UnmatchedCallback[], lines: readonly UnmatchedLine[]): UnmatchedRecord[] {
  const things = new Map<string, UnmatchedRecord>();
  for (const [index, report] of reports.toSorted((a, b) => a.at.getTime() - b.at.getTime()).entries()) {
    const key = JSON.stringify([report.party, report.kind, report.reference ?? index]);
    const { amountMinor, currency } = report.amountMinor === null ? (things.get(key) ?? report) : report;
    things.set(key, { ...report, amountMinor, currency, toldBy: ['report'] });
  }
  const taken = new Map(
    [...things.values()]
      .filter(({ kind }) => kind === 'charge' || kind === 'attempt')
      .flatMap((thing) =>
        [thing.reference, thing.own].flatMap((name) => (name === null ? [] : [[normalizeReference(name), thing] as const])),
      ),
  );
  const others: UnmatchedRecord[] = [];
  for (const { importedAt: at, party, reference, amountMinor, currency } of lines) {
    const thing = amountMinor > 0 ? taken.get(normalizeReference(reference)) : undefined;
    // An acquirer's account has files of several channels, so only the reference identifies a thing.
    if (thing)
      Object.assign(thing, {
        amountMinor: thing.amountMinor ?? amountMinor,
        currency: thing.currency ?? currency,
        toldBy: ['report', 'file'],
      });
    else
      others.push({
        at,
        party,
        kind: amountMinor > 0 ? 'taken' : 'given back',
        reference,
        own: referenceToUuid(reference),
        outcome: 'in file',
        amountMinor,
        currency,
        toldBy: ['file'],
      });
  }
  return [...things.values(), ...others].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
