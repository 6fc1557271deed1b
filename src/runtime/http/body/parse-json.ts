import { isUtf8 } from 'node:buffer';
import { isSafeNumber, type ParseOptions, LosslessNumber, parse } from 'lossless-json';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { jsonSize } from './json-size.js';
import { refuseMalformedTexts } from './refuse-malformed.js';

/** Far more than any request of the contract has: a cart of hundreds of things. */
const MAX_DEPTH = 16;
const MAX_VALUES = 5_000;

/** So many digits in a row, with a point among them or not, may be more than a number of the program keeps. */
const MANY_DIGITS = /\d[\d.]{14}/;

/** In UTF-8, NUL and half surrogates are in a text of JSON only where they are escaped. Whole surrogate pairs may be escaped as well. */
const MAY_BE_MALFORMED = /\\u(?:0000|d[89a-f])/i;

/**
 * The value of a JSON text. A number with more digits than a double holds comes as a `LosslessNumber`, which no rule takes for a number,
 * instead of as another number.
 * @throws DomainError MALFORMED_JSON; VALIDATION_ERROR on `body` when it is nested too deeply or has too many values, and on each text that
 * is not well-formed.
 */
export function parseJson(bytes: Buffer): unknown {
  const { depth, values } = jsonSize(bytes);
  if (depth > MAX_DEPTH) throw invalidField('body', `The request body must not be nested more than ${MAX_DEPTH} levels deep.`);
  if (values > MAX_VALUES) throw invalidField('body', `The request body must not have more than ${MAX_VALUES} values.`);
  if (!isUtf8(bytes)) throw malformed();
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const value = parsed(text);
  if (MAY_BE_MALFORMED.test(text)) refuseMalformedTexts(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    return MANY_DIGITS.test(text) ? parse(text, undefined, EXACT) : JSON.parse(text);
  } catch {
    throw malformed();
  }
}

const EXACT: ParseOptions = {
  parseNumber: (token) => (isSafeNumber(token) ? Number(token) : new LosslessNumber(token)),
  onDuplicateKey: ({ newValue }) => newValue, // the last one counts, as everywhere else
};

function malformed(): DomainError {
  return new DomainError('MALFORMED_JSON', { message: 'The request body is not valid JSON.' });
}
