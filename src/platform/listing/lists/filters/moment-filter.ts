import { Transform } from 'class-transformer';
import { DateTime } from 'luxon';
import { Rule } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
const SECOND_MS = 1_000;

interface MomentOptions {
  /** Name of the filter in error messages. */
  label: string;
  /** `until` includes the whole second of the value, because responses have no fractions of a second. */
  rangeEnd: 'from' | 'until';
  description?: string;
}

/** An end of a range of `createdAt`, in the timestamp format of responses. */
export function momentFilter({ label, rangeEnd, description }: MomentOptions): Filter<'createdAt', string> {
  return {
    property: 'createdAt',
    rules: [
      Transform(restorePlusSign),
      Rule('isTimestamp', isTimestamp, `The ${label} must be a timestamp such as 2026-11-21T13:05:09+01:00.`),
    ],
    api: { type: String, format: 'date-time', ...(description && { description }) },
    use: () => 'range',
    end: rangeEnd,
    matchSql: (column, value) => `${column} ${rangeEnd === 'from' ? '>=' : '<'} ${value}`,
    toColumnValue: (text) => new Date(new Date(text).getTime() + (rangeEnd === 'from' ? 0 : SECOND_MS)),
  };
}

/** A plus sign that was not encoded arrives as a space. */
const restorePlusSign = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.replace(/ (?=\d\d:\d\d$)/, '+') : value;

const isTimestamp = (value: unknown): boolean => typeof value === 'string' && TIMESTAMP.test(value) && DateTime.fromISO(value).isValid;

/** The filters `from` and `to` of a list, by the creation time of its rows. */
export const TIME_OF_CREATION = {
  from: momentFilter({ label: 'from', rangeEnd: 'from', description: 'Made at that moment or later.' }),
  to: momentFilter({ label: 'to', rangeEnd: 'until', description: 'Made until the end of that second.' }),
} as const;
