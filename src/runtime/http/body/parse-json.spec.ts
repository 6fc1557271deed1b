import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLosslessNumber } from 'lossless-json';
import { DomainError } from '../../../common/errors/domain-error.js';
import { parseJson } from './parse-json.js';

const parseText = (text: string | Buffer): unknown => parseJson(Buffer.from(text));
const rejectionOf = (text: string | Buffer): [string, string[] | undefined] => {
  try {
    parseText(text);
  } catch (error) {
    if (error instanceof DomainError) return [error.code, error.details.errors?.['body']];
    throw error;
  }
  throw new Error('The text was accepted');
};

/** Rounds all lossless numbers in the value. */
function roundNumbers(value: unknown): unknown {
  if (isLosslessNumber(value)) return Number(String(value));
  if (Array.isArray(value)) return value.map(roundNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, roundNumbers(member)]));
}

describe('a JSON body', () => {
  it('is parsed as by JSON.parse, except for numbers that JSON.parse would round', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => expect(roundNumbers(parseText(text))).toEqual(roundNumbers(JSON.parse(text)))),
    );
  });

  it.each(['12.30000000000000000001', '76561198000000001', '0.12345678901234567890', '9007199254740993'])(
    'keeps all digits of %s instead of rounding the number',
    (digits) => {
      const { amount } = parseText(`{"amount":${digits}}`) as { amount: unknown };
      expect([isLosslessNumber(amount), String(amount)]).toEqual([true, digits]);
    },
  );

  it.each(['12.3', '5.00', '999999.99', '12.300000000000000000', '1e3', '100000000000000'])(
    'is parsed with %s as an ordinary number',
    (digits) => {
      expect(parseText(`{"amount":${digits},"id":"123456789012345678901234567890"}`)).toEqual({
        amount: Number(digits),
        id: '123456789012345678901234567890',
      });
    },
  );

  it('keeps the last of several members with the same name, also when the body has a long number', () => {
    expect(parseText('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(parseText('{"a":1,"a":2,"b":"1234567890123456"}')).toEqual({ a: 2, b: '1234567890123456' });
  });

  it('is rejected before parsing when it has more than 16 levels or 5,000 values', () => {
    expect(parseText('['.repeat(16) + ']'.repeat(16))).toBeDefined();
    expect(rejectionOf('['.repeat(17))).toEqual(['VALIDATION_ERROR', ['The request body must not be nested more than 16 levels deep.']]);
    expect(rejectionOf(`[${'{},'.repeat(2500)}`)).toEqual(['VALIDATION_ERROR', ['The request body must not have more than 5000 values.']]);
  });

  it.each([
    ['not JSON', '{a:1}'],
    ['followed by another character', '{}}'],
    ['cut off', '{"a":"'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['JSON with a long number and a comma too many', '{"a":12345678901234567,}'],
  ])('that is %s is malformed', (_, text) => expect(rejectionOf(text)[0]).toBe('MALFORMED_JSON'));

  it('may begin with a byte order mark', () => expect(parseText('\ufeff{"a":1}')).toEqual({ a: 1 }));
});
