/** The languages that payers are spoken to in. */
export const LOCALES = ['pl', 'en', 'uk', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(text: unknown): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
