import { describe, expect, it } from '@jest/globals';
import { recommend, shouldPoll } from './recommendation.js';
import type { UnmatchedRecord } from './unmatched-records.js';

const record = (overrides: Partial<UnmatchedRecord> = {}): UnmatchedRecord => ({
  at: new Date(0),
  provider: 'orange',
  kind: 'charge',
  reference: 'a',
  gatewayReference: null,
  outcome: 'booked',
  amountMinor: 1362,
  currency: 'PLN',
  source: ['callback'],
  ...overrides,
});
const MATCH = { reference: 'a', transactionId: 't', state: 'paid' };
const OUTCOMES = ['accepted', 'authorized', 'booked', 'canceled', 'expired', 'failed', 'no_connector', 'no_reference', 'not_found'];
const MORE_OUTCOMES = ['paid', 'pending', 'refused', 'unknown', 'wrong_code', 'something new'];

describe('the recommendation for an unmatched record', () => {
  it('is to refund only when a poll of the provider confirms the money', () => {
    const recommended = [null, ...OUTCOMES, ...MORE_OUTCOMES].filter((outcome) =>
      recommend(record(), null, outcome).includes('confirmed by the provider'),
    );
    expect(recommended).toEqual(['authorized', 'booked', 'paid']);
    expect(recommend(record(), null, null)).toContain('--poll');
  });

  it.each(OUTCOMES)('is never to refund money that the ledger has (%s)', (polled) => {
    expect(recommend(record(), MATCH, polled)).toBe('already recorded as paid: transaction show t');
  });

  it('depends on the outcome of the poll', () => {
    const recommendation = (polled: string): string => recommend(record({ kind: 'taken', outcome: 'in file' }), null, polled);
    expect(recommendation('not_found')).toBe('do not refund: the provider has no such money');
    expect(recommendation('pending')).toBe('do not refund yet: poll again later');
    expect(recommendation('no_reference')).toBe('do not refund yet: ask the provider’s staff');
  });

  it('is not to poll when the provider cannot have taken money', () => {
    for (const overrides of [
      { outcome: 'refused' },
      { outcome: 'reversed' },
      { kind: 'given back', outcome: 'in file' },
      { kind: 'chargeback' },
    ]) {
      expect(shouldPoll(record(overrides), null)).toBe(false);
      expect(recommend(record(overrides), null, null)).not.toContain('--poll');
    }
    expect([shouldPoll(record(), null), shouldPoll(record(), MATCH)]).toEqual([true, false]);
  });
});
