import { parse } from 'lossless-json';
import { reasonOf } from '../../../common/errors/error-shape.js';

const AT_POSITION = /^(.*) at position (\d+)$/s;
/** The parser's message repeats a part of the text. That part may be a card number or a payer's name, and the result is logged. */
const QUOTED_TEXT = / '.*'(?=, expecting| encountered)/s;

/**
 * A message with the position of the first syntax error in a JSON text. The messages of Node's own parser do not always have a position.
 * @returns undefined when the parser finds no error or gives no position.
 */
export function describeJsonError(text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    const [, reason = '', position = ''] = AT_POSITION.exec(reasonOf(error)) ?? [];
    if (position === '') return undefined;
    const linesBefore = text.slice(0, Number(position)).split('\n');
    return `The JSON breaks at line ${linesBefore.length}, column ${(linesBefore.at(-1) ?? '').length + 1}: ${reason.replace(QUOTED_TEXT, '')}.`;
  }
}
