import { describe, expect, it } from '@jest/globals';
import { dayIn, dayOf, monthIn } from './period.js';

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

  it.each([
    ['2026-03-08', '2026-03-08T05:00:00.000Z 2026-03-09T04:00:00.000Z'],
    ['2026-10-31', '2026-10-31T04:00:00.000Z 2026-11-01T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z'],
  ])('the day %s in Havana ends when the next one begins, also when clocks skip midnight or have it twice', (day, expected) =>
    expect(formatPeriod(dayIn('America/Havana', day))).toBe(expected),
  );

  it.each([
    ['Europe/Warsaw', '2026-10-25T23:30:00Z', '2026-10-25T23:00:00.000Z 2026-10-26T23:00:00.000Z'],
    ['America/Havana', '2026-11-01T03:59:59Z', '2026-10-31T04:00:00.000Z 2026-11-01T04:00:00.000Z'],
    ['America/Havana', '2026-11-01T04:00:00Z', '2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z'],
    ['America/Havana', '2026-11-01T05:30:00Z', '2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z'],
    ['Atlantic/Azores', '2026-10-25T00:30:00Z', '2026-10-25T00:00:00.000Z 2026-10-26T01:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00.000Z 2026-04-24T21:00:00.000Z'],
  ])('the day in %s of %s is found, also when clocks skip midnight or have it twice', (zone, moment, expected) =>
    expect(formatPeriod(dayOf(zone, new Date(moment)))).toBe(expected),
  );

  it.each(['', '2026', '2026-10', '2026-02-29', '2026-10-32', '0000-01-01', '2026-1-1', 'x'])('%p is no day', (text) =>
    expect(dayIn(WARSAW, text)).toBeNull(),
  );

  it.each(['', '2026', '2026-13', '2026-00', '0000-01', '2026-10-01', 'x'])('%p is no month', (text) =>
    expect(monthIn(WARSAW, text)).toBeNull(),
  );
});
