import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { truncateText } from './truncate-texts.js';

const FAMILY = '👨‍👩‍👧';
const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

describe('a text that is too long', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 4, 'abcd'],
    ['żółw', 3, 'żół'],
    ['ab🎮c', 3, 'ab🎮'],
    ['abo\u0301x', 3, 'ab'], // ó as two code points
    ['abo\u0301x', 4, 'abo\u0301'],
    [`ab${FAMILY}`, 6, 'ab'],
    [`${FAMILY}x`, 5, FAMILY],
    ['🇵🇱🇩🇪', 3, '🇵🇱'],
    ['a\r\nb', 2, 'a'],
    [`e${'\u0301'.repeat(9)}`, 4, `e${'\u0301'.repeat(3)}`], // one character that is longer than the limit
    ['', 3, ''],
  ])('%j is truncated to at most %i code points as %j', (text, max, expected) => expect(truncateText(text, max)).toBe(expected));

  it('keeps as many whole characters as fit, and is well-formed', () => {
    const part = fc.constantFrom('a', ' ', 'ż', 'o\u0301', '🎮', FAMILY, '🇵🇱', '🇵', '\u0301', '\u200d', '\r\n', '한', '각');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 8, max: 30 }), (parts, max) => {
        const text = parts.join('');
        const short = truncateText(text, max);
        expect(text.startsWith(short)).toBe(true);
        expect([...short].length).toBeLessThanOrEqual(max);
        expect(short.isWellFormed()).toBe(true);
        const whole = graphemes(text);
        const keptGraphemes = graphemes(short);
        if (keptGraphemes.length > 0 && [...(whole[0] ?? '')].length <= max) {
          expect(whole.slice(0, keptGraphemes.length)).toEqual(keptGraphemes);
          const next = whole[keptGraphemes.length];
          if (next !== undefined) expect([...short, ...next].length).toBeGreaterThan(max);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is truncated without reading the whole text', () => {
    expect([...truncateText('ż'.repeat(200_000), 64)]).toHaveLength(64);
    expect(truncateText(`a${'\u0301'.repeat(200_000)}`, 3)).toBe('a\u0301\u0301');
  });
});
