import { describe, expect, it } from '@jest/globals';
import { type ChargeProgress, nextChargeAt } from './next-charge.js';
import type { SubscriptionTerms } from './terms.js';

const ZONE = 'Europe/Warsaw';
const dateOf = (text: string): Date => new Date(`${text}T00:00:00+01:00`);
const MONTHLY: SubscriptionTerms = {
  model: 'A',
  amountLimitMinor: 3_000,
  totalLimitMinor: 12_000,
  countLimit: 4,
  frequency: '1M',
  initiationAt: dateOf('2026-11-30'),
  expiresAt: dateOf('2027-02-28'),
};
const NEW: ChargeProgress = { mandateActiveAt: dateOf('2026-11-20'), count: 0, lastPeriod: null };
const next = (progress: Partial<ChargeProgress>, now: string, terms: Partial<SubscriptionTerms> = {}): Date | null =>
  nextChargeAt({ ...MONTHLY, ...terms }, { ...NEW, ...progress }, dateOf(now), ZONE);

describe('the next charge', () => {
  it('is due on the initiation date, or now if that date has passed', () => {
    expect(next({}, '2026-11-20')).toEqual(dateOf('2026-11-30'));
    expect(next({}, '2026-12-05')).toEqual(dateOf('2026-12-05'));
  });

  it('is due in the period after the last charged one, counted from the initiation date', () => {
    expect(next({ count: 1, lastPeriod: 0 }, '2026-12-05')).toEqual(dateOf('2026-12-30'));
    expect(next({ count: 2, lastPeriod: 1 }, '2027-01-02')).toEqual(dateOf('2027-01-30'));
    expect(next({ count: 1, lastPeriod: 0 }, '2027-01-02')).toEqual(dateOf('2027-01-02'));
  });

  it('is null after the last charge of the count limit, and after the end date', () => {
    expect(next({ count: 4, lastPeriod: 0 }, '2026-12-05')).toBeNull();
    expect(next({ count: 3, lastPeriod: 2 }, '2027-02-05')).toBeNull();
    expect(next({ count: 3, lastPeriod: 2 }, '2027-02-05', { expiresAt: null })).toEqual(new Date('2027-02-28T00:00:00+01:00'));
  });

  it('is null without a frequency once no initiation date lies ahead', () => {
    expect(next({}, '2026-12-05', { frequency: null, initiationAt: null })).toBeNull();
    expect(next({}, '2026-11-20', { frequency: null })).toEqual(dateOf('2026-11-30'));
  });

  it('is counted from the activation of the mandate without an initiation date', () => {
    expect(next({ count: 1, lastPeriod: 0 }, '2026-12-05', { initiationAt: null })).toEqual(dateOf('2026-12-20'));
  });
});
