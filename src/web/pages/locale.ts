import type { Request } from 'express';
import { DEFAULT_LOCALE, isLocale, type Locale, LOCALES } from '../../common/locale.js';

/** The language without the country: a browser that prefers the Portuguese of Portugal gets that of Brazil. */
const languageOf = (locale: Locale): string => locale.split('-', 1)[0] ?? locale;

/** The language that a visitor chose with `?lang=`, if any. Links and forms pass the language on, and nothing is stored. */
export function requestedLocale(request: Request): Locale | null {
  const requested = request.query['lang'];
  return isLocale(requested) ? requested : null;
}

/** The language that the visitor chose, otherwise the browser's, otherwise the service's, otherwise Polish. */
export function chooseLocale(request: Request, serviceLocale: Locale | null = null): Locale {
  const fallback = serviceLocale ?? DEFAULT_LOCALE;
  // A browser that accepts any language gets the first one of this list.
  const accepted = request.acceptsLanguages([fallback, ...LOCALES, ...LOCALES.map(languageOf)]);
  return requestedLocale(request) ?? LOCALES.find((locale) => locale === accepted || languageOf(locale) === accepted) ?? fallback;
}
