import { describe, expect, it } from '@jest/globals';
import { type ChargeProgress, nextChargeAt } from './next-charge.js';
import type { SubscriptionTerms } from './terms.js';

const ZONE = 'Europe/Warsaw';
const at = (text: string): Date => new Date(`${text}T00:00:00+01:00`);
const MONTHLY: SubscriptionTerms = {
  model: 'A',
  amountLimitMinor: 3_000,
  totalLimitMinor: 12_000,
  countLimit: 4,
  frequency: '1M',
  initiationAt: at('2026-11-30'),
  expiresAt: at('2027-02-28'),
};
const NEW: ChargeProgress = { agreedAt: at('2026-11-20'), count: 0, lastPeriod: null };
const next = (soFar: Partial<ChargeProgress>, now: string, terms: Partial<SubscriptionTerms> = {}): Date | null =>
  nextChargeAt({ ...MONTHLY, ...terms }, { ...NEW, ...soFar }, at(now), ZONE);

describe('the next charge', () => {
  it('is the first one until its day has come, and then possible at once', () => {
    expect(next({}, '2026-11-20')).toEqual(at('2026-11-30'));
    expect(next({}, '2026-12-05')).toEqual(at('2026-12-05'));
  });

  it('comes with the period after the last one that is charged, counted from the first', () => {
    expect(next({ count: 1, lastPeriod: 0 }, '2026-12-05')).toEqual(at('2026-12-30'));
    expect(next({ count: 2, lastPeriod: 1 }, '2027-01-02')).toEqual(at('2027-01-30'));
    expect(next({ count: 1, lastPeriod: 0 }, '2027-01-02')).toEqual(at('2027-01-02'));
  });

  it('never comes after the last one of the count, or after the end', () => {
    expect(next({ count: 4, lastPeriod: 0 }, '2026-12-05')).toBeNull();
    expect(next({ count: 3, lastPeriod: 2 }, '2027-02-05')).toBeNull();
    expect(next({ count: 3, lastPeriod: 2 }, '2027-02-05', { expiresAt: null })).toEqual(new Date('2027-02-28T00:00:00+01:00'));
  });

  it('is the shop’s to say where no rhythm was agreed', () => {
    expect(next({}, '2026-12-05', { frequency: null, initiationAt: null })).toBeNull();
    expect(next({}, '2026-11-20', { frequency: null })).toEqual(at('2026-11-30'));
  });

  it('is counted from the mandate where no first day was agreed', () => {
    expect(next({ count: 1, lastPeriod: 0 }, '2026-12-05', { initiationAt: null })).toEqual(at('2026-12-20'));
  });
});
