import { describe, expect, it } from '@jest/globals';
import { termsDate } from './terms-moment.js';

const read = (text: unknown): string[] | null => {
  const date = termsDate(text, 'Europe/Warsaw');
  return date && [date.begin.toISOString(), date.end.toISOString()];
};

describe('a date of the terms', () => {
  it.each([
    ['2026-12-01', '2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2028-02-29', '2028-02-28T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
  ])('%s is a day of the zone', (text, begin, end) => expect(read(text)).toEqual([begin, end]));

  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00+01:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T10:00:00.123456Z', '2026-12-01T10:00:00.123Z'],
  ])('%s is a moment', (text, moment) => expect(read(text)).toEqual([moment, moment]));

  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-12-32',
    '2026-12-01T25:00:00Z',
    '01.12.2026',
    '2026-12-1',
    '20261201',
    '2026-W49',
    '2026-336',
    '2026-12-01 10:00:00',
    'tomorrow',
    '',
    ' 2026-12-01',
    '2026-12-01\n',
    '٢٠٢٦-١٢-٠١',
    20261201,
    null,
    {},
  ])('%j is none', (text) => expect(read(text)).toBeNull());
});
