import { isUuid } from '../../../../common/validation/is-uuid.js';
import { IsText } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

interface IdOptions {
  /** Name of the filter in error messages. */
  label: string;
  description?: string;
}

/** The length of a UUID. */
const MAX_CHARACTERS = 36;

/** The id of a row, found by the primary key. A text that is not a UUID matches nothing. */
export function idFilter<P extends string>(property: P, { label, description }: IdOptions): Filter<P, string> {
  return {
    property,
    rules: [IsText(label, MAX_CHARACTERS)],
    api: { type: 'string', format: 'uuid', ...(description && { description }) },
    use: () => 'index',
    matchSql: (column, value) => `${column} = ${value}`,
    toColumnValue: (text) => (isUuid(text) ? text : null),
  };
}
