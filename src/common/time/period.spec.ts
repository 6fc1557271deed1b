import { describe, expect, it } from '@jest/globals';
import { dayIn, monthIn } from './period.js';

const WARSAW = 'Europe/Warsaw';
const formatPeriod = (period: ReturnType<typeof dayIn>): string | null =>
  period && `${period.from.toISOString()} ${period.to.toISOString()}`;

describe('a period of the calendar', () => {
  it.each([
    ['2026-03-29', '2026-03-28T23:00:00.000Z 2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z'],
    ['2028-02-29', '2028-02-28T23:00:00.000Z 2028-02-29T23:00:00.000Z'],
  ])('the day %s lasts from midnight to midnight, also when clocks change', (day, expected) =>
    expect(formatPeriod(dayIn(WARSAW, day))).toBe(expected),
  );

  it('a month starts and ends at midnight of its time zone', () => {
    expect(formatPeriod(monthIn(WARSAW, '2026-10'))).toBe('2026-09-30T22:00:00.000Z 2026-10-31T23:00:00.000Z');
  });

  it.each([
    ['2026-04-23', '2026-04-22T22:00:00.000Z 2026-04-23T22:00:00.000Z'],
    ['2026-04-24', '2026-04-23T22:00:00.000Z 2026-04-24T21:00:00.000Z'],
    ['2026-04-25', '2026-04-24T21:00:00.000Z 2026-04-25T21:00:00.000Z'],
  ])('the day %s in Cairo ends when the next one begins, also when clocks skip midnight', (day, expected) =>
    expect(formatPeriod(dayIn('Africa/Cairo', day))).toBe(expected),
  );

  it.each(['', '2026', '2026-10', '2026-02-29', '2026-10-32', '0000-01-01', '2026-1-1', 'x'])('%p is no day', (text) =>
    expect(dayIn(WARSAW, text)).toBeNull(),
  );

  it.each(['', '2026', '2026-13', '2026-00', '0000-01', '2026-10-01', 'x'])('%p is no month', (text) =>
    expect(monthIn(WARSAW, text)).toBeNull(),
  );
});
