import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../src/common/locale.js';

const ROOT = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const FOLDER = 'src/web/languages/<language>/';
const guide = textOf('docs/adding-a-language.md');
/** The first column of the table below a heading of the guide. */
const filesUnder = (heading: string): string[] => {
  const [, section = ''] = new RegExp(`^## ${heading}\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(guide) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);
};
const filesOfEachLanguage = filesUnder('What payers read');
const listings = filesUnder('Where it is listed');
const examples = filesUnder('Examples in tests');

/** Matches a language tag in a program: in quotes, or as a key. */
const languageTag = (locale: string): RegExp => new RegExp(`['"\`]${locale}['"\`]|(?<![\\w.'"\`-])${locale}: (?!string)`);
/** Lines in which the same letters are the code of a country. */
const COUNTRY_CODE = /\b(country|region|countryCode): '/;
const containsLanguage = (file: string): boolean =>
  textOf(file)
    .split('\n')
    .some((line) => !COUNTRY_CODE.test(line) && LOCALES.some((locale) => languageTag(locale).test(line)));

describe('the guide to adding a language', () => {
  it.each(LOCALES)('names every file in the folder of %s', (locale) => {
    const folder = join(ROOT, FOLDER.replace('<language>', locale));
    expect(readdirSync(folder).sort()).toEqual(filesOfEachLanguage.map((file) => file.replace(FOLDER, '')).sort());
  });

  it('assumes exactly one folder for each language', () => {
    const folders = readdirSync(join(ROOT, 'src/web/languages'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...LOCALES].sort());
  });

  it.each([...listings, ...examples])('names %s, which contains every language', (file) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(LOCALES.filter((locale) => !new RegExp(`['"/ {,]${locale}['"/,: ]`).test(textOf(file)))).toEqual([]);
  });

  it('names all other files of the program that contain a language', () => {
    const sources = (readdirSync(join(ROOT, 'src'), { recursive: true }) as string[])
      .map((file) => `src/${file}`)
      .filter(
        (file) => /\.(ts|js|eta)$/.test(file) && !file.endsWith('.spec.ts') && !/^src\/(web\/languages|web\/panel|sandbox)\//.test(file),
      );
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter(containsLanguage).filter((file) => !listings.includes(file))).toEqual([]);
  });
});
