import { describe, expect, it } from '@jest/globals';
import type { UnmatchedCallback } from '../products/product.js';
import { mergeUnmatchedRecords } from './unmatched-records.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minute));
const callback = (minute: number, overrides: Partial<UnmatchedCallback> = {}): UnmatchedCallback => ({
  at: at(minute),
  provider: 'orange',
  kind: 'charge',
  reference: 'a',
  gatewayReference: null,
  outcome: 'booked',
  amountMinor: null,
  currency: null,
  ...overrides,
});
const line = (amountMinor: number, reference = 'a') => ({
  importedAt: at(30),
  provider: 'orange',
  reference,
  amountMinor,
  currency: 'PLN',
});

describe('unmatched records', () => {
  it('contain each reference once with its latest outcome, in any order of the callbacks', () => {
    const records = mergeUnmatchedRecords([callback(2, { outcome: 'reversed' }), callback(0, { outcome: 'accepted' }), callback(1)], []);
    expect(records).toMatchObject([{ outcome: 'reversed', at: at(2) }]);
  });

  it('stay separate for another provider, another kind, or a missing reference', () => {
    const withoutReference = { reference: null };
    const records = mergeUnmatchedRecords(
      [
        callback(0),
        callback(1, { provider: 'play' }),
        callback(2, { kind: 'chargeback' }),
        callback(3, withoutReference),
        callback(4, withoutReference),
      ],
      [],
    );
    expect(records).toHaveLength(5);
  });

  it('have the amount of any callback or file', () => {
    expect(mergeUnmatchedRecords([callback(0, { amountMinor: 1362, currency: 'PLN' }), callback(1)], [])).toMatchObject([
      { amountMinor: 1362 },
    ]);
    expect(mergeUnmatchedRecords([callback(0)], [line(1362)])).toMatchObject([
      { amountMinor: 1362, currency: 'PLN', outcome: 'booked', source: ['callback', 'file'] },
    ]);
  });

  it('are merged for any form of the gateway’s reference, and for the acquirer’s reference', () => {
    const gatewayReference = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
    const attemptCallback = callback(0, { kind: 'attempt', reference: 'ACQ-1', gatewayReference });
    for (const name of ['ACQ-1', gatewayReference, gatewayReference.replaceAll('-', '').toUpperCase()])
      expect(mergeUnmatchedRecords([attemptCallback], [line(1362, name)])).toMatchObject([
        { reference: 'ACQ-1', source: ['callback', 'file'] },
      ]);
    expect(mergeUnmatchedRecords([attemptCallback], [line(1362, 'acq-1')])).toHaveLength(2);
  });

  it('contain records that are only in a file, with money given back separate from money taken', () => {
    expect(mergeUnmatchedRecords([callback(0)], [line(-1362), line(500, 'b')])).toMatchObject([
      { outcome: 'booked', amountMinor: null, source: ['callback'] },
      { kind: 'given back', amountMinor: -1362, source: ['file'] },
      { kind: 'taken', reference: 'b', amountMinor: 500, source: ['file'] },
    ]);
  });
});
