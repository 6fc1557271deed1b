import { describe, expect, it } from '@jest/globals';
import { type Locale, LOCALES } from '../../src/common/locale.js';
import { TEXTS } from '../../src/web/languages/texts.js';
import { type PluralText, pluralText, type Translated } from '../../src/web/languages/plural.js';
import { LANGUAGES } from '../../src/web/languages/languages.js';

const NUMBERS = [0, 1, 2, 5, 12, 21, 22, 25, 1.5];

function isCounted(text: unknown): text is PluralText<Locale> {
  return typeof text === 'function' && 'locale' in text;
}

/** All texts with a number, by their path in the texts. */
function countedTexts(texts: object, path: string): [string, PluralText<Locale>][] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]): [string, PluralText<Locale>][] => {
    if (isCounted(text)) return [[`${path}.${key}`, text]];
    return typeof text === 'object' && text !== null ? countedTexts(text, `${path}.${key}`) : [];
  });
}
const textsOf = (locale: Locale) => [
  ...countedTexts(TEXTS[locale].shell, 'shell'),
  ...countedTexts(TEXTS[locale].directBilling, 'directBilling'),
  ...countedTexts(TEXTS[locale].payments, 'payments'),
];

describe('the payers’ texts with numbers', () => {
  it.each(LOCALES)('exist in %s and contain the formatted number', (locale) => {
    expect(textsOf(locale).map(([path]) => path)).toEqual(textsOf('en').map(([path]) => path));
    for (const [path, text] of textsOf(locale)) {
      for (const count of NUMBERS)
        expect([path, text(count)]).toEqual([path, expect.stringContaining(new Intl.NumberFormat(LANGUAGES[locale].region).format(count))]);
    }
  });

  it('use the plural form that the language has for the number', () => {
    expect(NUMBERS.map(TEXTS.pl.shell.secondsLeft)).toEqual([
      'Zostało 0 sekund',
      'Została 1 sekunda',
      'Zostały 2 sekundy',
      'Zostało 5 sekund',
      'Zostało 12 sekund',
      'Zostało 21 sekund',
      'Zostały 22 sekundy',
      'Zostało 25 sekund',
      'Zostało 1,5 sekundy',
    ]);
    expect(NUMBERS.map(TEXTS.uk.shell.secondsLeft)).toEqual([
      'Залишилося 0 секунд',
      'Залишилася 1 секунда',
      'Залишилося 2 секунди',
      'Залишилося 5 секунд',
      'Залишилося 12 секунд',
      'Залишилася 21 секунда',
      'Залишилося 22 секунди',
      'Залишилося 25 секунд',
      'Залишилося 1,5 секунди',
    ]);
    expect([1, 2].map(TEXTS.de.directBilling.code.triesLeft)).toEqual([
      'Sie haben noch 1 Versuch für diesen Code.',
      'Sie haben noch 2 Versuche für diesen Code.',
    ]);
  });
});

interface English {
  tries: PluralText<'en'>;
}

/** Texts that must not compile. `npm run lint` also fails when a `@ts-expect-error` is superfluous. */
export const TEXTS_IN_POLISH: (() => Translated<English, 'pl'>)[] = [
  () => ({ tries: pluralText('pl', { one: '#', few: '#', many: '#', other: '#' }) }),
  // @ts-expect-error A form is missing.
  () => ({ tries: pluralText('pl', { one: '#', few: '#', other: '#' }) }),
  // @ts-expect-error The forms are those of another language.
  () => ({ tries: pluralText('en', { one: '#', other: '#' }) }),
  // @ts-expect-error The text has no plural forms.
  () => ({ tries: () => '#' }),
  // @ts-expect-error The text is missing.
  () => ({}),
];
