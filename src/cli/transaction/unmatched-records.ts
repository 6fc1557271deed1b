import { normalizeReference, referenceToUuid } from '../../common/reference.js';
import type { UnmatchedLine } from '../../platform/ledger/files/settlement-files.query.js';
import type { UnmatchedCallback } from '../products/product.js';

export interface UnmatchedRecord extends UnmatchedCallback {
  /** `callback`: a callback of the provider. `file`: a line of a settlement file. A record may come from both. */
  source: ('callback' | 'file')[];
}

/**
 * Merges callbacks and lines of settlement files into records, each with its latest outcome, oldest first. A file adds the amount to a
 * record.
 */
export function mergeUnmatchedRecords(callbacks: readonly UnmatchedCallback[], lines: readonly UnmatchedLine[]): UnmatchedRecord[] {
  const records = new Map<string, UnmatchedRecord>();
  for (const [index, callback] of callbacks.toSorted((a, b) => a.at.getTime() - b.at.getTime()).entries()) {
    const key = JSON.stringify([callback.provider, callback.kind, callback.reference ?? index]);
    const { amountMinor, currency } = callback.amountMinor === null ? (records.get(key) ?? callback) : callback;
    records.set(key, { ...callback, amountMinor, currency, source: ['callback'] });
  }
  const byReference = new Map(
    [...records.values()]
      .filter(({ kind }) => kind === 'charge' || kind === 'attempt')
      .flatMap((record) =>
        [record.reference, record.gatewayReference].flatMap((name) => (name === null ? [] : [[normalizeReference(name), record] as const])),
      ),
  );
  const fileRecords: UnmatchedRecord[] = [];
  for (const { importedAt: at, provider, reference, amountMinor, currency } of lines) {
    const record = amountMinor > 0 ? byReference.get(normalizeReference(reference)) : undefined;
    // An acquirer's account has files of several channels, so only the reference identifies a record, and not the provider.
    if (record)
      Object.assign(record, {
        amountMinor: record.amountMinor ?? amountMinor,
        currency: record.currency ?? currency,
        source: ['callback', 'file'],
      });
    else
      fileRecords.push({
        at,
        provider,
        kind: amountMinor > 0 ? 'taken' : 'given back',
        reference,
        gatewayReference: referenceToUuid(reference),
        outcome: 'in file',
        amountMinor,
        currency,
        source: ['file'],
      });
  }
  return [...records.values(), ...fileRecords].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
