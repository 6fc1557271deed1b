import type { Request } from 'express';

export const LOCALES = ['pl', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** How each language calls itself, and what it calls a language, for the switch. */
export const LANGUAGES: Record<Locale, { name: string; language: string }> = {
  pl: { name: 'Polski', language: 'Język' },
  en: { name: 'English', language: 'Language' },
};

/** The language a visitor asked for by hand with `?lang=`, if any. Links and forms carry it on; nothing is stored. */
export function askedLocale(request: Request): Locale | null {
  const asked = request.query['lang'];
  return LOCALES.find((locale) => locale === asked) ?? null;
}

/** The asked language, otherwise the browser's, otherwise English. */
export function chooseLocale(request: Request): Locale {
  const accepted = request.acceptsLanguages([...LOCALES]);
  return askedLocale(request) ?? LOCALES.find((locale) => locale === accepted) ?? 'en';
}
