import { Transform } from 'class-transformer';
import { parseMoment, restoreOffsetSign } from '../../../../common/time/moment.js';
import { Rule } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

const SECOND_MS = 1_000;

interface MomentOptions {
  /** Name of the filter in error messages. */
  label: string;
  /** `until` includes the whole second of the value, because responses have no fractions of a second. */
  rangeEnd: 'from' | 'until';
  description?: string;
}

/** An end of a range of `createdAt`: an ISO 8601 date and time with its offset. */
export function momentFilter({ label, rangeEnd, description }: MomentOptions): Filter<'createdAt', string> {
  return {
    property: 'createdAt',
    rules: [
      Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? restoreOffsetSign(value) : value)),
      Rule(
        'isMoment',
        (value) => parseMoment(value, null) !== null,
        `The ${label} must be a valid date and time with its offset, such as 2026-11-21T13:05:09+01:00 or 2026-11-21T12:05:09.123Z.`,
      ),
    ],
    api: { type: String, format: 'date-time', ...(description && { description }) },
    use: () => 'range',
    end: rangeEnd,
    matchSql: (column, value) => `${column} ${rangeEnd === 'from' ? '>=' : '<'} ${value}`,
    toColumnValue(text) {
      const moment = parseMoment(text, null) as Date; // valid, because the rule has checked it
      return rangeEnd === 'from' ? moment : startOfNextSecond(moment);
    },
  };
}

const startOfNextSecond = (moment: Date): Date => new Date((Math.floor(moment.getTime() / SECOND_MS) + 1) * SECOND_MS);

/** The filters `from` and `to` of a list, by the creation time of its rows. */
export const TIME_OF_CREATION = {
  from: momentFilter({ label: 'from', rangeEnd: 'from', description: 'Made at that moment or later.' }),
  to: momentFilter({ label: 'to', rangeEnd: 'until', description: 'Made until the end of that second.' }),
} as const;
