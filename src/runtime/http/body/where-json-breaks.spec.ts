import { describe, expect, it } from '@jest/globals';
import { whereJsonBreaks } from './where-json-breaks.js';

describe('where JSON breaks', () => {
  it.each([
    ['{"a":1}', undefined],
    ['{"a":\n  x}', "The JSON breaks at line 2, column 3: Object value expected after ':'."],
    ['{"a":"b"', "The JSON breaks at line 1, column 9: Quoted object key or end of object '}' expected but reached end of input."],
  ])('is said by line and column: %j', (text, sentence) => expect(whereJsonBreaks(text)).toBe(sentence));

  it.each(['{"card":4111111111111111.}', '{"jan@example.com":1,"jan@example.com":2}'])('is said without what stands there: %s', (text) => {
    const said = whereJsonBreaks(text);
    expect(said).toMatch(/^The JSON breaks at line 1, column \d+: /);
    expect(said).not.toMatch(/4111|jan/);
  });
});
