import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { FREQUENCY, periodAt } from './frequency.js';

const ZONE = 'Europe/Warsaw';
const dateOf = (text: string): Date => DateTime.fromISO(text, { zone: ZONE }).toJSDate();

describe('a frequency', () => {
  it.each(['1D', '999D', '2W', '12M', '1Y'])('accepts %s', (text) => expect(FREQUENCY.test(text)).toBe(true));
  it.each(['0D', '1000D', '1w', '1', 'D', '01M', '-1M', '1.5M', '1M ', '1MM', ' 1M', '1M\n', '١M', ''])('rejects %j', (text) =>
    expect(FREQUENCY.test(text)).toBe(false),
  );
});

describe('a billing period', () => {
  it.each([
    ['1M', '2026-01-31', '2026-02-27T23:59:59', 0],
    ['1M', '2026-01-31', '2026-02-28', 1],
    ['1M', '2026-01-31', '2026-03-30T23:59:59', 1],
    ['1M', '2026-01-31', '2026-03-31', 2],
    ['1D', '2026-03-28', '2026-03-29T23:59:59', 1],
    ['1D', '2026-03-28', '2026-03-30', 2],
    ['2W', '2026-01-01', '2026-01-14T23:59:59', 0],
    ['2W', '2026-01-01', '2026-01-15', 1],
    ['1Y', '2024-02-29', '2025-02-28', 1],
    ['1M', '2026-05-10', '2026-05-09T23:59:59', -1],
  ])('of %s from %s has, at %s, the number %s', (frequency, start, moment, period) => {
    expect(periodAt(frequency, dateOf(start), ZONE, dateOf(moment))).toBe(period);
  });

  it('is the last one that begins at or before a time, for any frequency', () => {
    const frequency = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('days', 'weeks', 'months', 'years'));
    const moment = fc.date({ min: new Date('2024-01-01Z'), max: new Date('2040-01-01Z'), noInvalidDate: true });
    fc.assert(
      fc.property(frequency, moment, fc.integer({ min: 0, max: 5_000_000_000 }), ([count, unit], start, laterMs) => {
        const [startInZone, time] = [DateTime.fromJSDate(start, { zone: ZONE }), new Date(start.getTime() + laterMs)];
        const period = periodAt(`${count}${unit.charAt(0).toUpperCase()}`, start, ZONE, time);
        expect(startInZone.plus({ [unit]: count * period }).toMillis()).toBeLessThanOrEqual(time.getTime());
        expect(startInZone.plus({ [unit]: count * (period + 1) }).toMillis()).toBeGreaterThan(time.getTime());
      }),
    );
  });
});
