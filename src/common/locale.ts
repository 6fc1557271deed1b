/** The languages of the payers’ pages and messages, as BCP 47 tags, in the order of the switch. */
export const LOCALES = ['pl', 'en', 'uk', 'de', 'pt-BR'] as const;
export type Locale = (typeof LOCALES)[number];

/** For browsers that name no language. */
export const DEFAULT_LOCALE: Locale = 'pl';
/** Of pages that are made for developers only. */
export const DEVELOPERS_LOCALE: Locale = 'en';

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
