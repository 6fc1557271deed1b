import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accentThemes, contrast, isReadable, MIN_CONTRAST, nearestReadable, THEME_COLOURS } from './accent.js';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
  ])('of %s and %s is %d', (first, second, expected) => expect(contrast(first, second)).toBeCloseTo(expected, 2));
});

describe('a service’s colour', () => {
  it('is readable wherever it is used, in both themes, for every colour that is accepted or suggested', () => {
    fc.assert(
      fc.property(colour, (chosenColour) => {
        const themes = accentThemes(nearestReadable(chosenColour));
        for (const theme of ['light', 'dark'] as const) {
          const { accent, onAccent, strong, tint } = themes[theme];
          const { paper, card } = THEME_COLOURS[theme];
          for (const background of [paper, card, tint, onAccent]) expect(contrast(accent, background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
          expect(contrast(strong, onAccent)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        }
      }),
    );
  });

  it('is not changed when it is readable', () => {
    fc.assert(fc.property(colour.filter(isReadable), (chosenColour) => expect(nearestReadable(chosenColour)).toBe(chosenColour)));
  });

  it.each(['#ffd400', '#ff8800', '#7ee0c9', '#ffffff'])(
    'is not readable when it is %s, and a readable one is suggested',
    (chosenColour) => {
      expect(isReadable(chosenColour)).toBe(false);
      expect(isReadable(nearestReadable(chosenColour))).toBe(true);
    },
  );

  it('is checked against the colours of pages.css', () => {
    const css = readFileSync(new URL('../../../web/pages/public/pages.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
    const token = (text: string, name: string): string | undefined => new RegExp(`--${name}: (#[0-9a-f]+);`).exec(text)?.[1];
    const expandHex = (hex = ''): string => (hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex);
    for (const [text, { paper, card }] of [[light, THEME_COLOURS.light] as const, [dark, THEME_COLOURS.dark] as const]) {
      expect([expandHex(token(text, 'paper')), expandHex(token(text, 'card'))]).toEqual([paper, card]);
    }
  });
});
