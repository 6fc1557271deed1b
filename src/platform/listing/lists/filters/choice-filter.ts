import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { toNumber } from '../../../../common/pagination/list.request.js';
import type { Filter } from '../filter.js';

interface ChoiceOptions<Value> {
  /** Name of the filter in error messages. */
  label: string;
  values: readonly Value[];
  description?: string;
}

/** One of a few texts or whole numbers. The list's table has an index for it. */
export function choiceFilter<P extends string, Value extends string | number>(
  property: P,
  { label, values, description }: ChoiceOptions<Value>,
): Filter<P, Value> {
  const isNumeric = values.every((value) => typeof value === 'number');
  return {
    property,
    rules: [
      ...(isNumeric ? [Transform(toNumber)] : []),
      IsIn([...values], { message: `The ${label} must be one of ${values.join(', ')}.` }),
    ],
    api: { type: isNumeric ? 'integer' : 'string', enum: [...values], ...(description && { description }) },
    use: () => 'index',
    matchSql: (column, value) => `${column} = ${value}`,
    toColumnValue: (value) => value,
  };
}
