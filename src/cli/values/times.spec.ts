import { describe, expect, it } from '@jest/globals';
import { parseTimeOption } from './times.js';

const NOW = new Date('2026-11-22T12:00:00Z');
const timeOf = (text: string, direction: -1 | 1): string | undefined =>
  parseTimeOption(text, direction)?.(NOW, 'Europe/Warsaw').toISOString();

describe('a time in an option', () => {
  it.each([
    ['2d', '2026-11-20T12:00:00.000Z', '2026-11-24T12:00:00.000Z'],
    ['12h', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ])('can be the duration %s before or after now', (text, before, after) => {
    expect([timeOf(text, -1), timeOf(text, 1)]).toEqual([before, after]);
  });

  it.each([
    ['2026-11-01', '2026-10-31T23:00:00.000Z'],
    ['2026-11-01T12:00', '2026-11-01T11:00:00.000Z'],
    ['2026-11-01T12:00:30.5', '2026-11-01T11:00:30.500Z'],
    ['2026-11-01T12:00Z', '2026-11-01T12:00:00.000Z'],
    ['2026-11-01T12:00:00-03:00', '2026-11-01T15:00:00.000Z'],
    ['2026-11-01 12:00:30.123456+00:00', '2026-11-01T12:00:30.123Z'],
    ['2026-11-01T12:00:30.123456789Z', '2026-11-01T12:00:30.123Z'],
  ])('can be %s, in the display time zone unless the text names another', (text, at) => {
    expect([timeOf(text, -1), timeOf(text, 1)]).toEqual([at, at]);
  });

  it.each([
    '',
    '30',
    '2026',
    '2026-11',
    '2026-11-31',
    '2026-11-01T25:00',
    '2026-11-01  12:00',
    '2026-11-01T12:00 or so',
    '01.11.2026',
    'yesterday',
  ])('cannot be %j', (text) => expect(parseTimeOption(text, -1)).toBeNull());

  it.each([
    [
      '2026-10-25T02:30',
      'is ambiguous: Europe/Warsaw has this time twice, because clocks are changed. Write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00.',
    ],
    ['2026-03-29T02:30', 'does not exist in Europe/Warsaw, because clocks are changed.'],
  ])('cannot be %s, when clocks are changed', (text, problem) => expect(() => timeOf(text, -1)).toThrow(`The time ${text} ${problem}`));
});
