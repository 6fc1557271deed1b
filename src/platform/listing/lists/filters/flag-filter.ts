import { Transform } from 'class-transformer';
import { IsBoolean } from 'class-validator';
import type { Filter } from '../filter.js';

const BOOLEANS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
const toBoolean = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? (BOOLEANS[value] ?? value) : value);

interface FlagOptions {
  /** Name of the filter in error messages. */
  label: string;
  description?: string;
  /** The column is null when the flag is false, such as the time of an event. */
  asPresence?: boolean;
}

/** True or false, also written 1 or 0. The list's table has an index for it. */
export function flagFilter<P extends string>(property: P, { label, description, asPresence = false }: FlagOptions): Filter<P, boolean> {
  return {
    property,
    rules: [Transform(toBoolean), IsBoolean({ message: `The ${label} must be true or false.` })],
    api: { type: Boolean, ...(description && { description }) },
    use: () => 'index',
    matchSql: (column, value) => (asPresence ? `(${column} IS NOT NULL) = ${value}` : `${column} = ${value}`),
    type: 'boolean',
    toColumnValue: (value) => value,
  };
}
