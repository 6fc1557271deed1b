import type { Locale } from '../../common/locale.js';
import { REGION } from './locale.js';

/** The plural forms of each language, as `Intl.PluralRules` tells them. */
interface Categories {
  pl: 'one' | 'few' | 'many' | 'other';
  uk: 'one' | 'few' | 'many' | 'other';
  en: 'one' | 'other';
  de: 'one' | 'other';
}

/** A text with a number in it. It is bound to its language, so that no other's forms pass for it. */
export interface Counted<L extends Locale> {
  (count: number): string;
  readonly locale: L;
}

/**
 * A text in all forms that its language has; one that is missing does not compile.
 * @param forms `#` stands for the number.
 */
export function counted<L extends Locale>(locale: L, forms: Readonly<Record<Categories[L], string>>): Counted<L> {
  const rules = new Intl.PluralRules(REGION[locale]);
  const number = new Intl.NumberFormat(REGION[locale]);
  const texts = forms as Readonly<Record<string, string>>;
  const text = (count: number): string => (texts[rules.select(count)] ?? '').replace('#', () => number.format(count));
  return Object.assign(text, { locale });
}

/** The type of another language's texts: the same keys and parameters, and all plural forms of that language. */
export type Translated<T, L extends Locale> =
  T extends Counted<Locale>
    ? Counted<L>
    : T extends (...parameters: never[]) => string
      ? T
      : T extends string
        ? string
        : { [K in keyof T]: Translated<T[K], L> };
