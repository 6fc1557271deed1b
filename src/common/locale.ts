/** The languages of pages and messages for payers, as BCP 47 tags, in the order of the language switch. */
export const LOCALES = ['pl', 'en', 'uk', 'de', 'pt-BR'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language for browsers that request no known language. */
export const DEFAULT_LOCALE: Locale = 'pl';
/** The language of pages for developers. */
export const DEVELOPERS_LOCALE: Locale = 'en';

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
