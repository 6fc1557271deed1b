import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isWellFormed, malformedTexts, toWellFormed } from './well-formed.js';

const messagesFor = (path: string): string[] => [`The ${path} must be well-formed Unicode text without NUL characters.`];

describe('texts that are not well-formed', () => {
  it.each([
    ['\ud800', 'body'],
    [{ a: '\0' }, 'a'],
    [{ a: { b: ['x', { c: 'y\udc00' }] } }, 'a.b.1.c'],
    [{ 'a\ud800': 1 }, 'a\ufffd'],
    [{ a: { '\0': [] } }, 'a.\ufffd'],
    [JSON.parse('{"__proto__":"\\u0000"}'), '__proto__'],
    [JSON.parse('{"constructor":{"prototype":"\\ud800"}}'), 'constructor.prototype'],
  ])('in %j are found by their path', (value, path) => expect(Object.entries(malformedTexts(value))).toEqual([[path, messagesFor(path)]]));

  it('are all found', () => {
    expect(Object.keys(malformedTexts({ a: '\0', b: ['\0', 'fine', '\ud800'] }))).toEqual(['a', 'b.0', 'b.2']);
  });

  it('do not include texts that PostgreSQL and UTF-8 can represent', () => {
    expect(malformedTexts({ a: '🎮 \ufffd \u202e \u0001', ż: [1, null, true], n: 1.5 })).toEqual({});
    expect(malformedTexts(undefined)).toEqual({});
  });

  it('are made well-formed with replacement characters', () => {
    expect(toWellFormed('a\0b\ud800c🎮')).toBe('a\ufffdb\ufffdc🎮');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => isWellFormed(toWellFormed(String.fromCharCode(...units)))),
    );
  });
});
