import { isUtf8 } from 'node:buffer';
import { isSafeNumber, type ParseOptions, LosslessNumber, parse } from 'lossless-json';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { BODY_LIMITS } from './body-limits.decorator.js';
import { jsonSize } from './json-size.js';
import { rejectMalformedTexts } from './reject-malformed.js';
import { describeJsonError } from './where-json-breaks.js';

const MAX_DEPTH = 16;

/** Matches numbers of 15 or more characters, all digits or decimal points. A double keeps all digits of shorter numbers. */
const MANY_DIGITS = /\d[\d.]{14}/;

/**
 * JSON in UTF-8 can contain NUL and lone surrogates only as escapes. The pattern also matches escaped surrogate pairs, which are allowed.
 */
const MAY_BE_MALFORMED = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses JSON. A number with more digits than a double can represent is not rounded: it becomes a `LosslessNumber`, which the rules
 * accept only as an amount or a quantity.
 * @param maxValues the greatest number of values and of members' names
 * @throws DomainError MALFORMED_JSON
 * @throws DomainError VALIDATION_ERROR on `body` when the body is nested too deeply or has too many values.
 * @throws DomainError VALIDATION_ERROR on each text that is not well-formed.
 */
export function parseJson(bytes: Buffer, maxValues = BODY_LIMITS.values): unknown {
  const { depth, values } = jsonSize(bytes);
  if (depth > MAX_DEPTH) throw invalidField('body', `The request body must not be nested more than ${MAX_DEPTH} levels deep.`);
  if (values > maxValues) throw invalidField('body', `The request body must not have more than ${maxValues} values.`);
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const value = parseText(text);
  if (MAY_BE_MALFORMED.test(text)) rejectMalformedTexts(value);
  return value;
}

function parseText(text: string): unknown {
  try {
    return MANY_DIGITS.test(text) ? parse(text, undefined, LOSSLESS) : JSON.parse(text);
  } catch {
    throw malformed(describeJsonError(text));
  }
}

const LOSSLESS: ParseOptions = {
  parseNumber: (token) => (isSafeNumber(token) ? Number(token) : new LosslessNumber(token)),
  onDuplicateKey: ({ newValue }) => newValue, // the last value is used, as in JSON.parse
};

function malformed(hint: string | undefined): DomainError {
  return new DomainError('MALFORMED_JSON', { message: 'The request body is not valid JSON.', ...(hint !== undefined && { hint }) });
}
