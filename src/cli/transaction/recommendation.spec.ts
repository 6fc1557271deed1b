import { describe, expect, it } from '@jest/globals';
import { recommend, shouldPoll } from './recommendation.js';
import type { UnmatchedRecord } from './unmatched-records.js';

const thing = (more: Partial<UnmatchedRecord> = {}): UnmatchedRecord => ({
  at: new Date(0),
  party: 'orange',
  kind: 'charge',
  reference: 'a',
  own: null,
  outcome: 'booked',
  amountMinor: 1362,
  currency: 'PLN',
  toldBy: ['report'],
  ...more,
});
const HERE = { name: 'a', transactionId: 't', state: 'paid' };
const OUTCOMES = ['accepted', 'authorized', 'booked', 'canceled', 'expired', 'failed', 'no_connector', 'no_reference', 'not_found'];
const MORE_OUTCOMES = ['paid', 'pending', 'refused', 'unknown', 'wrong_code', 'something new'];

describe('advice about what is unknown here', () => {
  it('is to give money back only where its party was polled and confirms it', () => {
    const asked = [null, ...OUTCOMES, ...MORE_OUTCOMES].filter((outcome) => recommend(thing(), null, outcome).includes('give it back'));
    expect(asked).toEqual(['authorized', 'booked', 'paid']);
    expect(recommend(thing(), null, null)).toContain('--poll');
  });

  it.each(OUTCOMES)('is never to give back what is here (%s)', (asked) => {
    expect(recommend(thing(), HERE, asked)).toBe('it is here, paid: transaction show t');
  });

  it('says what the party’s answer leaves to do', () => {
    const advice = (asked: string): string => recommend(thing({ kind: 'taken', outcome: 'in file' }), null, asked);
    expect(advice('not_found')).toBe('give nothing back: the party has no such money');
    expect(advice('pending')).toBe('give nothing back yet: ask again later');
    expect(advice('no_reference')).toBe('give nothing back yet: ask the party’s staff');
  });

  it('polls nothing where no money can have been taken', () => {
    for (const none of [
      { outcome: 'refused' },
      { outcome: 'reversed' },
      { kind: 'given back', outcome: 'in file' },
      { kind: 'chargeback' },
    ]) {
      expect(shouldPoll(thing(none), null)).toBe(false);
      expect(recommend(thing(none), null, null)).not.toContain('--poll');
    }
    expect([shouldPoll(thing(), null), shouldPoll(thing(), HERE)]).toEqual([true, false]);
  });
});
