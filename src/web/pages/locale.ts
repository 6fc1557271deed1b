import type { Request } from 'express';
import { DEFAULT_LOCALE, isLocale, type Locale, LOCALES } from '../../common/locale.js';

/** The language without the country: a browser that prefers the Portuguese of Portugal gets that of Brazil. */
const primary = (locale: Locale): string => locale.split('-', 1)[0] ?? locale;

/** The language that a visitor chose with `?lang=`, if any. Links and forms pass the language on, and nothing is stored. */
export function requestedLocale(request: Request): Locale | null {
  const chosen = request.query['lang'];
  return isLocale(chosen) ? chosen : null;
}

/** The chosen language, otherwise the browser's, otherwise the service's, otherwise Polish. */
export function chooseLocale(request: Request, ofService: Locale | null = null): Locale {
  const fallback = ofService ?? DEFAULT_LOCALE;
  // A browser that accepts any language gets the first one of this list.
  const accepted = request.acceptsLanguages([fallback, ...LOCALES, ...LOCALES.map(primary)]);
  return requestedLocale(request) ?? LOCALES.find((locale) => locale === accepted || primary(locale) === accepted) ?? fallback;
}
