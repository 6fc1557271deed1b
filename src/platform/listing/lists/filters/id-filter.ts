import { isUuid } from '../../../../common/validation/is-uuid.js';
import { IsText } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

interface IdOptions {
  /** Its name in errors. */
  label: string;
  description?: string;
}

const MAX_CHARACTERS = 36;

/** A record's own id, found by the primary key. A text that is no id matches nothing. */
export function idFilter<P extends string>(property: P, { label, description }: IdOptions): Filter<P, string> {
  return {
    property,
    rules: [IsText(label, MAX_CHARACTERS)],
    api: { type: 'string', format: 'uuid', ...(description && { description }) },
    use: () => 'index',
    matches: (column, value) => `${column} = ${value}`,
    compared: (text) => (isUuid(text) ? text : null),
  };
}
