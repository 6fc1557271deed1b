import { isUtf8 } from 'node:buffer';
import { isSafeNumber, type ParseOptions, LosslessNumber, parse } from 'lossless-json';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { jsonSize } from './json-size.js';
import { rejectMalformedTexts } from './reject-malformed.js';
import { whereJsonBreaks } from './where-json-breaks.js';

/** Far more than any honest request has, even one with hundreds of things in its cart. */
const MAX_DEPTH = 16;
const MAX_VALUES = 5_000;

/** A number with this many digits, with or without a point, may be more than a double holds. */
const MANY_DIGITS = /\d[\d.]{14}/;

/** JSON in UTF-8 can hold NUL and half surrogates only as escapes. This also matches escaped whole pairs, which are fine. */
const MAY_BE_MALFORMED = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses JSON. A number with more digits than a double holds becomes a `LosslessNumber`, which no rule accepts, instead of being rounded.
 * @throws DomainError MALFORMED_JSON; VALIDATION_ERROR on `body` when it is nested too deeply or has too many values, and on each text that
 * is not well-formed.
 */
export function parseJson(bytes: Buffer): unknown {
  const { depth, values } = jsonSize(bytes);
  if (depth > MAX_DEPTH) throw invalidField('body', `The request body must not be nested more than ${MAX_DEPTH} levels deep.`);
  if (values > MAX_VALUES) throw invalidField('body', `The request body must not have more than ${MAX_VALUES} values.`);
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const value = parsed(text);
  if (MAY_BE_MALFORMED.test(text)) rejectMalformedTexts(value);
  return value;
}

function parsed(text: string): unknown {
  try {
    return MANY_DIGITS.test(text) ? parse(text, undefined, EXACT) : JSON.parse(text);
  } catch {
    throw malformed(whereJsonBreaks(text));
  }
}

const EXACT: ParseOptions = {
  parseNumber: (token) => (isSafeNumber(token) ? Number(token) : new LosslessNumber(token)),
  onDuplicateKey: ({ newValue }) => newValue, // the last one counts, as in JSON.parse
};

function malformed(hint: string | undefined): DomainError {
  return new DomainError('MALFORMED_JSON', { message: 'The request body is not valid JSON.', ...(hint !== undefined && { hint }) });
}
