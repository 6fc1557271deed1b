import { Matches } from 'class-validator';
import { IsText } from '../../../../common/validation/characters.js';
import type { Filter } from '../filter.js';

type TextOptions = {
  /** As the sentence of a refusal names it. */
  label: string;
  description?: string;
  /** To the one form in which the column keeps it. */
  normalise?: (text: string) => string;
  /** `not empty`: the index leaves out rows with an empty text. */
  indexed?: 'every text' | 'not empty';
} & ({ max: number } | { pattern: RegExp; sentence: string });

/** A text that the column holds exactly. The list's table has an index for it. */
export function textFilter<P extends string>(property: P, options: TextOptions): Filter<P, string> {
  const { label, description, normalise = (text) => text, indexed = 'every text' } = options;
  const limited = 'max' in options;
  return {
    property,
    rules: [limited ? IsText(label, options.max) : Matches(options.pattern, { message: options.sentence })],
    api: {
      type: 'string',
      ...(limited ? { maxLength: options.max } : { pattern: options.pattern.source }),
      ...(description && { description }),
    },
    use: (text) => (indexed === 'every text' || text !== '' ? 'index' : 'look'),
    // Prepared statements know no value, so the condition of a partial index has to be said.
    matches: (column, value, use) => `${column} = ${value}${use === 'index' && indexed === 'not empty' ? ` AND ${column} <> ''` : ''}`,
    compared: normalise,
  };
}
