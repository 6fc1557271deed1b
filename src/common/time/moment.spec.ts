import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { dayOrMomentProblem, parseDayOrMoment, parseMoment, restoreOffsetSign } from './moment.js';

const WARSAW = 'Europe/Warsaw';
const momentOf = (text: unknown, zone: string | null): string | null => parseMoment(text, zone)?.toISOString() ?? null;

/** What the programs printed for 2026-11-21T10:00:00Z, or 0.123, 0.123456 or 0.123456789 seconds later. */
const WITH_OFFSET: [program: string, printed: string, moment: string][] = [
  ['JavaScript: toISOString()', '2026-11-21T10:00:00.123Z', '2026-11-21T10:00:00.123Z'],
  ['JavaScript: toISOString()', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  ['PHP: DATE_ATOM', '2026-11-21T10:00:00+00:00', '2026-11-21T10:00:00.000Z'],
  ['PHP: DATE_ATOM in Warsaw', '2026-11-21T11:00:00+01:00', '2026-11-21T10:00:00.000Z'],
  ['PHP: DATE_ISO8601', '2026-11-21T10:00:00+0000', '2026-11-21T10:00:00.000Z'],
  ['PHP: DATE_RFC3339_EXTENDED', '2026-11-21T10:00:00.123+00:00', '2026-11-21T10:00:00.123Z'],
  ['Python: isoformat()', '2026-11-21T10:00:00.123456+00:00', '2026-11-21T10:00:00.123Z'],
  ['Python: isoformat() of a whole second', '2026-11-21T10:00:00+00:00', '2026-11-21T10:00:00.000Z'],
  ['Python: isoformat() in Warsaw', '2026-11-21T11:00:00.123456+01:00', '2026-11-21T10:00:00.123Z'],
  ["Python: isoformat(timespec='minutes')", '2026-11-21T10:00+00:00', '2026-11-21T10:00:00.000Z'],
  ['Python: str()', '2026-11-21 10:00:00.123456+00:00', '2026-11-21T10:00:00.123Z'],
  ['Java: Instant', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ['Java: Instant with microseconds', '2026-11-21T10:00:00.123456Z', '2026-11-21T10:00:00.123Z'],
  ['Java: Instant with nanoseconds', '2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123Z'],
  ['Java: OffsetDateTime', '2026-11-21T11:00+01:00', '2026-11-21T10:00:00.000Z'],
  ['PostgreSQL', '2026-11-21 11:00:00.123456+01', '2026-11-21T10:00:00.123Z'],
  ['GNU: date -Ins', '2026-11-21T11:00:00,123456789+01:00', '2026-11-21T10:00:00.123Z'],
  ['GNU: date -Ihours', '2026-11-21T11+01:00', '2026-11-21T10:00:00.000Z'],
  ['a program that follows RFC 3339', '2026-11-21t10:00:00.123z', '2026-11-21T10:00:00.123Z'],
  ['PHP: Ymd\\THisO', '20261121T110000+0100', '2026-11-21T10:00:00.000Z'],
  ['AWS: X-Amz-Date', '20261121T100000Z', '2026-11-21T10:00:00.000Z'],
];

const WITHOUT_OFFSET: [program: string, printed: string, inWarsaw: string][] = [
  ['Python: isoformat()', '2026-11-21T10:00:00.123456', '2026-11-21T09:00:00.123Z'],
  ['Java: LocalDateTime', '2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
  ['PHP: Y-m-d H:i:s', '2026-07-01 10:00:00', '2026-07-01T08:00:00.000Z'],
  ['Python: logging', '2026-11-21 10:00:00,123', '2026-11-21T09:00:00.123Z'],
  ['log4j: ISO8601_BASIC', '20261121T100000,123', '2026-11-21T09:00:00.123Z'],
];

const AROUND_CLOCK_CHANGES: [text: string, inWarsaw: string][] = [
  ['2027-03-28T01:59:59', '2027-03-28T00:59:59.000Z'],
  ['2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
  ['2026-10-25T01:59:59.999', '2026-10-24T23:59:59.999Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
];

const NO_MOMENT = [
  '2026-11-21',
  '2026-02-30T10:00:00Z',
  '2027-02-29T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-11-21T25:00:00Z',
  '2026-11-21T10:60:00Z',
  '2026-11-21T10:00:60Z',
  '2026-11-21T1Z',
  '2026-11-21T10.5Z',
  '2026-11-21T10:00,5Z',
  '2026-11-21T10:00:00.Z',
  '2026-11-21T10:00:00,Z',
  '2026-11-21T10:00:00;123Z',
  '2026-11-21T10:00:00.1234567890Z',
  '2026-11-21T10:00:00+1',
  '2026-11-21T10:00:00+24:00',
  '2026-11-21T10:00:00+01:60',
  '2026-11-21T10:00:00 +01:00',
  '2026-11-21T11:00+01:00[Europe/Warsaw]',
  '2026-11-21  10:00:00Z',
  ' 2026-11-21T10:00:00Z',
  '2026-11-21T10:00:00Z\n',
  '2026-11-21 10Z',
  '2026-11-21 10-12',
  '2026-11-21 08-16',
  '20261201 12-18',
  '20261121 2026',
  '20261121 110509Z',
  '2026-11-21T10-12',
  '2026-11-21T08-16',
  '20261121T10-12',
  '20261121T1000Z',
  '20261121T10Z',
  '2026-1121T10:00:00Z',
  '20261121T10:00:00Z',
  '2026-11-21T1000Z',
  '20261121T1000:00Z',
  '20261121100000',
  '20261121T10000Z',
  '20261131T100000Z',
  '2026-W47-6T10:00:00Z',
  '2026-325T10:00:00Z',
  '21.11.2026 10:00',
  '11/21/2026 10:00:00',
  'Sat, 21 Nov 2026 10:00:00 GMT',
  '1795255200',
  '٢٠٢٦-١١-٢١T10:00:00Z',
  '',
  'now',
  1_795_255_200_000,
  null,
  undefined,
  ['2026-11-21T10:00:00Z'],
  {},
];

describe('a moment', () => {
  it.each(WITH_OFFSET)('is read as printed by %s: %s', (_, printed, moment) => {
    expect([momentOf(printed, null), momentOf(printed, WARSAW)]).toEqual([moment, moment]);
  });

  it.each(WITHOUT_OFFSET)('without an offset is read in the zone, as printed by %s: %s', (_, printed, inWarsaw) => {
    expect([momentOf(printed, null), momentOf(printed, WARSAW)]).toEqual([null, inWarsaw]);
  });

  it.each(AROUND_CLOCK_CHANGES)('without an offset is read before and after clocks are changed: %s', (text, inWarsaw) =>
    expect(momentOf(text, WARSAW)).toBe(inWarsaw),
  );

  it('can be the end of a day', () => expect(momentOf('2026-11-21T24:00:00Z', null)).toBe('2026-11-22T00:00:00.000Z'));

  it.each(NO_MOMENT)('is not %j', (text) => expect([momentOf(text, null), momentOf(text, WARSAW)]).toEqual([null, null]));

  it.each(['2027-03-28T02:00', '2027-03-28 02:30:00', '2027-03-28T02:59:59.999'])('is not %s, which Warsaw skips', (text) => {
    expect([momentOf(text, WARSAW), momentOf(text, 'UTC')]).toEqual([null, expect.any(String)]);
    expect(dayOrMomentProblem(text, WARSAW)).toBe(
      'does not exist in Europe/Warsaw, because clocks are changed. Write a time with its offset, such as 2030-12-31T10:00:00+01:00.',
    );
  });

  it.each(['2026-10-25T02:00', '2026-10-25 02:30:00', '2026-10-25T02:59:59.999'])('is not %s, which Warsaw has twice', (text) => {
    expect([momentOf(text, WARSAW), momentOf(text, 'UTC')]).toEqual([null, expect.any(String)]);
  });

  it('with an offset is the same in any zone, in any format, and with any digits below a millisecond', () => {
    const milliseconds = fc.date({ min: new Date('1970-01-02Z'), max: new Date('2200-01-01Z'), noInvalidDate: true });
    const belowMilliseconds = fc.constantFrom('', '0', '000', '456', '456789');
    const formats = fc.constantFrom(
      "yyyy-MM-dd'T'HH:mm:ss.SSS",
      "yyyy-MM-dd't'HH:mm:ss.SSS",
      'yyyy-MM-dd HH:mm:ss.SSS',
      "yyyy-MM-dd'T'HH:mm:ss,SSS",
      'yyyy-MM-dd HH:mm:ss,SSS',
      "yyyyMMdd'T'HHmmss.SSS",
    );
    const zones = fc.constantFrom('UTC', WARSAW, 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia');
    fc.assert(
      fc.property(milliseconds, belowMilliseconds, zones, formats, fc.constantFrom('ZZ', 'ZZZ'), (at, digits, zone, format, offset) => {
        const moment = DateTime.fromJSDate(at, { zone });
        const printed = `${moment.toFormat(format)}${digits}${moment.toFormat(offset)}`;
        expect([momentOf(printed, null), momentOf(at.toISOString(), null)]).toEqual([at.toISOString(), at.toISOString()]);
      }),
    );
  });
});

describe('a day or a moment', () => {
  const rangeOf = (text: unknown): string[] | null => {
    const range = parseDayOrMoment(text, WARSAW);
    return range && [range.from.toISOString(), range.to.toISOString()];
  };

  it.each([
    ['2026-12-01', '2026-11-30T23:00:00.000Z', '2026-12-01T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2028-02-29', '2028-02-28T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
    ['2026-12-01T10:00', '2026-12-01T09:00:00.000Z', '2026-12-01T09:00:00.000Z'],
    ['2027-03-28T02:30:00Z', '2027-03-28T02:30:00.000Z', '2027-03-28T02:30:00.000Z'],
    ['2027-03-28T02:30:00+01:00', '2027-03-28T01:30:00.000Z', '2027-03-28T01:30:00.000Z'],
  ])('%s lasts from %s to %s', (text, from, to) => expect(rangeOf(text)).toEqual([from, to]));

  it.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-12-32',
    '2026-W49',
    '2026-336',
    '01.12.2026',
    '2026-12-1',
    '20261201',
    ' 2026-12-01',
    '2026-12-01\n',
    '٢٠٢٦-١٢-٠١',
    'tomorrow',
    '2026-12-01T10:00:00+1',
    '',
    20261201,
    null,
    {},
  ])('is not %j', (text) => {
    expect(rangeOf(text)).toBeNull();
    expect(dayOrMomentProblem(text, WARSAW)).toBe(
      'must be a valid date such as 2030-12-31, or date and time such as 2030-12-31T10:00:00+01:00.',
    );
  });

  it('is not a time that the zone has twice, and the problem shows both with their offsets', () => {
    expect(dayOrMomentProblem('2026-10-25T02:30', WARSAW)).toBe(
      'is ambiguous: Europe/Warsaw has this time twice, because clocks are changed. Write 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00.',
    );
    expect(rangeOf('2026-10-25T02:30')).toBeNull();
    expect([dayOrMomentProblem('2026-10-25T02:30:00+02:00', WARSAW), dayOrMomentProblem('2026-10-25', WARSAW)]).toEqual([null, null]);
  });
});

describe('the sign of an offset that arrived as a space', () => {
  it.each([
    ['2026-11-21T13:05:09 01:00', '2026-11-21T13:05:09+01:00'],
    ['2026-11-21T13:05:09.123456 00:00', '2026-11-21T13:05:09.123456+00:00'],
    ['2026-11-21T13:05 0100', '2026-11-21T13:05+0100'],
    ['2026-11-21 13:05:09 01', '2026-11-21 13:05:09+01'],
    ['2026-11-21T13:05:09,123456789 01:00', '2026-11-21T13:05:09,123456789+01:00'],
    ['2026-11-21t13:05:09 01:00', '2026-11-21t13:05:09+01:00'],
    ['20261121T13:05:09 01:00', '20261121T13:05:09+01:00'],
    ['2026-325T13:05:09 01:00', '2026-325T13:05:09+01:00'],
    ['20261121T130509 0100', '20261121T130509+0100'],
  ])('is restored: %s', (text, restored) => expect(restoreOffsetSign(text)).toBe(restored));

  it.each([
    '2026-11-21 13:05',
    '2026-11-21 13:05:09',
    '2026-11-21 13:05:09,123',
    '2026-11-21 13',
    '2026-11-21 11 05',
    '2026-11-21T13 05',
    '2026-11-21T13 01:00',
    '20261121T1305 09',
    '20261121T13 0509',
    '2026-11-21 08 16',
    '20261121 1305',
    '20261121 1105 09',
    '20261121 2026',
    '21 Nov 2026 13:05',
    '2026-11-21T13:05:09Z',
    '2026-11-21T13:05:09.1234567890 01:00',
    '2026-11-21T13:05:09-01:00',
    '21.11.2026 13:05',
    '',
    ' 01:00',
  ])('is not added to %j', (text) => expect(restoreOffsetSign(text)).toBe(text));
});
