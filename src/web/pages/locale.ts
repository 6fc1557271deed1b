import type { Request } from 'express';
import { isLocale, type Locale, LOCALES } from '../../common/locale.js';

/** Whose habits numbers, money and dates follow. */
export const REGION: Record<Locale, string> = { pl: 'pl-PL', en: 'en-GB', uk: 'uk-UA', de: 'de-DE' };

/** How each language calls itself, and what it calls a language, for the switch. */
export const LANGUAGES: Record<Locale, { name: string; language: string }> = {
  pl: { name: 'Polski', language: 'Język' },
  en: { name: 'English', language: 'Language' },
  uk: { name: 'Українська', language: 'Мова' },
  de: { name: 'Deutsch', language: 'Sprache' },
};

/** For browsers that name no language. */
const DEFAULT: Locale = 'pl';

/** The language a visitor asked for by hand with `?lang=`, if any. Links and forms carry it on; nothing is stored. */
export function askedLocale(request: Request): Locale | null {
  const asked = request.query['lang'];
  return isLocale(asked) ? asked : null;
}

/** The asked language, otherwise the browser's, otherwise the service's, otherwise Polish. */
export function chooseLocale(request: Request, ofService: Locale | null = null): Locale {
  const fallback = ofService ?? DEFAULT;
  // The first counts where a browser takes any language.
  const accepted = request.acceptsLanguages([fallback, ...LOCALES]);
  return askedLocale(request) ?? LOCALES.find((locale) => locale === accepted) ?? fallback;
}
