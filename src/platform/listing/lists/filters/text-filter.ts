import { IsText, Rule } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

type TextOptions = {
  /** Its name in errors. */
  label: string;
  description?: string;
  /** `not empty`: the index leaves out rows with an empty text. */
  indexed?: 'every text' | 'not empty';
} & (
  | { max: number }
  | {
      /** Shown in the OpenAPI document. */
      form: RegExp;
      /** Turns a text into the form that the column stores; null for one that no row can have. */
      read: (text: string) => string | null;
      /** Of the error. */
      sentence: string;
    }
);

/** A text that equals the column's. The list's table has an index for it. */
export function textFilter<P extends string>(property: P, options: TextOptions): Filter<P, string> {
  const { label, description, indexed = 'every text' } = options;
  const limited = 'max' in options;
  const read = (text: string): string | null => (limited ? text : options.read(withPlus(text)));
  return {
    property,
    rules: [
      limited
        ? IsText(label, options.max)
        : Rule('isReadable', (value) => typeof value === 'string' && read(value) !== null, options.sentence),
    ],
    api: {
      type: 'string',
      ...(limited ? { maxLength: options.max } : { pattern: options.form.source }),
      ...(description && { description }),
    },
    use: (text) => (indexed === 'every text' || text !== '' ? 'index' : 'look'),
    // A prepared statement is planned without the value, so it must repeat the condition of the partial index.
    matches: (column, value, use) => `${column} = ${value}${use === 'index' && indexed === 'not empty' ? ` AND ${column} <> ''` : ''}`,
    compared: read,
  };
}

/** A plus sign that was not encoded arrives as a space. */
const withPlus = (text: string): string => text.replace(/^ (?=\d)/, '+');
