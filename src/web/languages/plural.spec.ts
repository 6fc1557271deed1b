import { describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../common/locale.js';
import { pluralText } from './plural.js';
import { LANGUAGES } from './languages.js';

const NUMBERS = [0, 1, 2, 5, 12, 21, 22, 25, 1.5];

const TRIES = {
  pl: pluralText('pl', { one: '# próba', few: '# próby', many: '# prób', other: '# próby' }),
  uk: pluralText('uk', { one: '# спроба', few: '# спроби', many: '# спроб', other: '# спроби' }),
  en: pluralText('en', { one: '# try', other: '# tries' }),
  de: pluralText('de', { one: '# Versuch', other: '# Versuche' }),
  'pt-BR': pluralText('pt-BR', { one: '# tentativa', many: '# de tentativas', other: '# tentativas' }),
};

describe('a number in a sentence', () => {
  it.each([
    ['pl', ['0 prób', '1 próba', '2 próby', '5 prób', '12 prób', '21 prób', '22 próby', '25 prób', '1,5 próby']],
    ['uk', ['0 спроб', '1 спроба', '2 спроби', '5 спроб', '12 спроб', '21 спроба', '22 спроби', '25 спроб', '1,5 спроби']],
    ['en', ['0 tries', '1 try', '2 tries', '5 tries', '12 tries', '21 tries', '22 tries', '25 tries', '1.5 tries']],
    [
      'de',
      ['0 Versuche', '1 Versuch', '2 Versuche', '5 Versuche', '12 Versuche', '21 Versuche', '22 Versuche', '25 Versuche', '1,5 Versuche'],
    ],
    [
      'pt-BR',
      [
        '0 tentativa',
        '1 tentativa',
        '2 tentativas',
        '5 tentativas',
        '12 tentativas',
        '21 tentativas',
        '22 tentativas',
        '25 tentativas',
        '1,5 tentativa',
      ],
    ],
  ] as const)('uses the right plural form of %s', (locale, texts) => expect(NUMBERS.map(TRIES[locale])).toEqual(texts));

  it.each(LOCALES)('has the same plural forms of %s as Intl', (locale) => {
    const { region, plurals } = LANGUAGES[locale];
    expect([...plurals].sort()).toEqual(new Intl.PluralRules(region).resolvedOptions().pluralCategories.sort());
  });

  it.each(LOCALES)('has a text for each plural form of %s', (locale) => {
    for (const category of new Intl.PluralRules(LANGUAGES[locale].region).resolvedOptions().pluralCategories) {
      const example = [...NUMBERS, 1.2, 100, 1_000_000].find(
        (count) => new Intl.PluralRules(LANGUAGES[locale].region).select(count) === category,
      );
      if (example !== undefined) expect(TRIES[locale](example)).not.toBe('');
    }
  });
});
