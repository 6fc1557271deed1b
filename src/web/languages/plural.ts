import type { Locale } from '../../common/locale.js';
import { LANGUAGES, type PluralOf } from './languages.js';

/** A text with a number. The type contains the language, so a text with the forms of another language does not compile. */
export interface PluralText<L extends Locale> {
  (count: number): string;
  readonly locale: L;
}

/**
 * A text in all plural forms of its language; a missing form does not compile.
 * @param forms `#` stands for the number.
 */
export function pluralText<L extends Locale>(locale: L, forms: Readonly<Record<PluralOf<L>, string>>): PluralText<L> {
  const rules = new Intl.PluralRules(LANGUAGES[locale].region);
  const number = new Intl.NumberFormat(LANGUAGES[locale].region);
  const texts = forms as Readonly<Record<string, string>>;
  const text = (count: number): string => (texts[rules.select(count)] ?? '').replace('#', () => number.format(count));
  return Object.assign(text, { locale });
}

/** The type of the texts of another language: the same keys and parameters, and all plural forms of that language. */
export type Translated<T, L extends Locale> =
  T extends PluralText<Locale>
    ? PluralText<L>
    : T extends (...parameters: never[]) => string
      ? T
      : T extends string
        ? string
        : { [K in keyof T]: Translated<T[K], L> };
