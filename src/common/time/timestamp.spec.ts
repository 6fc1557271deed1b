import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatTimestamp } from './timestamp.js';

describe('a timestamp', () => {
  it.each([
    ['2026-11-21T12:05:09Z', 'Europe/Warsaw', '2026-11-21T13:05:09+01:00'],
    ['2026-07-01T12:00:00Z', 'Europe/Warsaw', '2026-07-01T14:00:00+02:00'],
    ['2026-10-25T00:30:00Z', 'Europe/Warsaw', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Warsaw', '2026-10-25T02:30:00+01:00'],
    ['2026-03-29T01:00:00Z', 'Europe/Warsaw', '2026-03-29T03:00:00+02:00'],
    ['2026-01-01T00:00:00.999Z', 'UTC', '2026-01-01T00:00:00+00:00'],
    ['2026-01-01T00:00:00Z', 'Asia/Kolkata', '2026-01-01T05:30:00+05:30'],
    ['2026-01-01T02:00:00Z', 'America/New_York', '2025-12-31T21:00:00-05:00'],
  ])('of %s in %s is %s', (at, zone, printed) => {
    expect(formatTimestamp(new Date(at), zone)).toBe(printed);
  });

  it('represents the same second in every time zone', () => {
    const second = fc.date({ min: new Date('2000-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true });
    fc.assert(
      fc.property(second, fc.constantFrom('Europe/Warsaw', 'UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'), (at, zone) => {
        const printed = formatTimestamp(at, zone);
        expect(printed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
        expect(new Date(printed).getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000);
      }),
    );
  });
});
