import { describe, expect, it } from '@jest/globals';
import { describeJsonError } from './where-json-breaks.js';

describe('the position of a JSON syntax error', () => {
  it.each([
    ['{"a":1}', undefined],
    ['{"a":\n  x}', "The JSON breaks at line 2, column 3: Object value expected after ':'."],
    ['{"a":"b"', "The JSON breaks at line 1, column 9: Quoted object key or end of object '}' expected but reached end of input."],
  ])('is given by line and column: %j', (text, message) => expect(describeJsonError(text)).toBe(message));

  it.each(['{"card":4111111111111111.}', '{"jan@example.com":1,"jan@example.com":2}'])(
    'is given without the text at this position: %s',
    (text) => {
      const message = describeJsonError(text);
      expect(message).toMatch(/^The JSON breaks at line 1, column \d+: /);
      expect(message).not.toMatch(/4111|jan/);
    },
  );
});
