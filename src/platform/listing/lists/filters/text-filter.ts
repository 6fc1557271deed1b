import { IsText, Rule } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

type TextOptions = {
  /** Name of the filter in error messages. */
  label: string;
  description?: string;
  /** `not empty`: the index does not contain rows with an empty text. */
  indexed?: 'every text' | 'not empty';
} & (
  | { max: number }
  | {
      /** The pattern in the OpenAPI document. */
      documentedPattern: RegExp;
      /** Turns a text into the form that the column stores. Null for a text that no row can have. */
      read: (text: string) => string | null;
      /** The error message for a text for which `read` returns null. */
      rejectionMessage: string;
    }
);

/** A text that must equal the column's value. The list's table has an index for this filter. */
export function textFilter<P extends string>(property: P, options: TextOptions): Filter<P, string> {
  const { label, description, indexed = 'every text' } = options;
  const hasMax = 'max' in options;
  const read = (text: string): string | null => (hasMax ? text : options.read(restorePlusSign(text)));
  return {
    property,
    rules: [
      hasMax
        ? IsText(label, options.max)
        : Rule('isReadable', (value) => typeof value === 'string' && read(value) !== null, options.rejectionMessage),
    ],
    api: {
      type: 'string',
      ...(hasMax ? { maxLength: options.max } : { pattern: options.documentedPattern.source }),
      ...(description && { description }),
    },
    use: (text) => (indexed === 'every text' || text !== '' ? 'index' : 'look'),
    // A prepared statement is planned without the value, so the SQL must repeat the condition of the partial index.
    matchSql: (column, value, use) => `${column} = ${value}${use === 'index' && indexed === 'not empty' ? ` AND ${column} <> ''` : ''}`,
    toColumnValue: read,
  };
}

/** A plus sign that was not encoded arrives as a space. */
const restorePlusSign = (text: string): string => text.replace(/^ (?=\d)/, '+');
