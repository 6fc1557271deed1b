import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { toNumber } from '../../../src/common/pagination/list.request.js';
import type { Filter } from '../../../src/platform/listing/lists/filter.js';

interface IntegerOptions {
  /** Name of the filter in error messages. */
  label: string;
  min: number;
  /** At most nine digits. */
  max: number;
  description?: string;
}

/** A filter without an index: it checks the rows that another filter found. No list of the gateway filters by a number. */
export function integerFilter<P extends string>(property: P, { label, min, max, description }: IntegerOptions): Filter<P, number> {
  return {
    property,
    rules: [
      Transform(toNumber),
      Max(max, { message: `The ${label} must be at most ${max}.` }),
      Min(min, { message: `The ${label} must be at least ${min}.` }),
      IsInt({ message: `The ${label} must be a whole number.` }), // the last rule is checked first
    ],
    api: { type: 'integer', minimum: min, maximum: max, ...(description && { description }) },
    use: () => 'look',
    matchSql: (column, value) => `${column} = ${value}`,
    toColumnValue: (value) => value,
  };
}
