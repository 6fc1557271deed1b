import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { type Locale, LOCALES } from '../../src/common/locale.js';
import { TEXTS } from '../../src/web/checkout/direct-billing/texts.js';
import { TEXTS as PAYMENT_TEXTS } from '../../src/web/checkout/payments/texts/texts.js';
import { SHELL_TEXTS } from '../../src/web/checkout/shell/texts/texts.js';
import type { Counted } from '../../src/web/pages/counted.js';
import { REGION } from '../../src/web/pages/locale.js';

const NUMBERS = [0, 1, 2, 5, 12, 21, 22, 25, 1.5];

function isCounted(text: unknown): text is Counted<Locale> {
  return typeof text === 'function' && 'locale' in text;
}

/** Every text with a number in it, under the keys that lead to it. */
function countedTexts(texts: object, path: string): [string, Counted<Locale>][] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]): [string, Counted<Locale>][] => {
    if (isCounted(text)) return [[`${path}.${key}`, text]];
    return typeof text === 'object' && text !== null ? countedTexts(text, `${path}.${key}`) : [];
  });
}
const textsOf = (locale: Locale) => [
  ...countedTexts(SHELL_TEXTS[locale], 'shell'),
  ...countedTexts(TEXTS[locale], 'directBilling'),
  ...countedTexts(PAYMENT_TEXTS[locale], 'payments'),
];

describe('numbers in the payer’s texts', () => {
  it.each(LOCALES)('stand in a sentence of %s, whatever they are', (locale) => {
    expect(textsOf(locale).map(([path]) => path)).toEqual(textsOf('en').map(([path]) => path));
    for (const [path, text] of textsOf(locale)) {
      for (const count of NUMBERS)
        expect([path, text(count)]).toEqual([path, expect.stringContaining(new Intl.NumberFormat(REGION[locale]).format(count))]);
    }
  });

  it('take the form that their language has for them', () => {
    expect(NUMBERS.map(SHELL_TEXTS.pl.secondsLeft)).toEqual([
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
    expect(NUMBERS.map(SHELL_TEXTS.uk.secondsLeft)).toEqual([
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
    expect([1, 2].map(TEXTS.de.code.triesLeft)).toEqual([
      'Sie haben noch 1 Versuch für diesen Code.',
      'Sie haben noch 2 Versuche für diesen Code.',
    ]);
  });
});

describe('a language whose texts lack a plural form', () => {
  const problemsOf = (code: string): number => {
    const file = join(import.meta.dirname, 'texts.virtual.ts');
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
    };
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    const source = `import { counted, type Translated } from '../../src/web/pages/counted.js';
      const en = { tries: counted('en', { one: '#', other: '#' }) };
      export const other: Translated<typeof en, 'pl'> = ${code};`;
    host.getSourceFile = (name, language, ...rest) =>
      name === file ? ts.createSourceFile(name, source, language) : getSourceFile.call(host, name, language, ...rest);
    const program = ts.createProgram([file], options, host);
    return program.getSemanticDiagnostics(program.getSourceFile(file)).length;
  };

  it('does not compile', () => {
    expect(problemsOf(`{ tries: counted('pl', { one: '#', few: '#', many: '#', other: '#' }) }`)).toBe(0);
    expect(problemsOf(`{ tries: counted('pl', { one: '#', few: '#', other: '#' }) }`)).toBe(1);
    expect(problemsOf(`{ tries: counted('en', { one: '#', other: '#' }) }`)).toBe(1);
    expect(problemsOf(`{ tries: () => '#' }`)).toBe(1);
    expect(problemsOf(`{}`)).toBe(1);
  });
});
