import type { Request } from 'express';
import { DEVELOPERS_LOCALE } from '../../../common/locale.js';
import type { PageContext } from '../../../web/pages/page-renderer.js';
import { type AcquirerTexts, en } from './en.js';
import { pl } from './pl.js';

const TEXTS: Readonly<Record<AcquirerLocale, AcquirerTexts>> = { en, pl };

/** The languages of the simulated acquirer and of the banks' apps. */
export const ACQUIRER_LOCALES = ['en', 'pl'] as const;
export type AcquirerLocale = (typeof ACQUIRER_LOCALES)[number];

/** A page's language, for the renderer, and its texts. */
export interface AcquirerPageLanguage extends PageContext {
  locale: AcquirerLocale;
  chosenLocale: AcquirerLocale | null;
  t: AcquirerTexts;
}

/** The language that the payer chose, otherwise the browser's language, otherwise English. */
export function pageLanguageOf(request: Request): AcquirerPageLanguage {
  const requested = ACQUIRER_LOCALES.find((locale) => locale === request.query['lang']) ?? null;
  const accepted = request.acceptsLanguages([DEVELOPERS_LOCALE, ...ACQUIRER_LOCALES]);
  const locale = requested ?? ACQUIRER_LOCALES.find((candidate) => candidate === accepted) ?? 'en';
  const path = request.method === 'GET' ? request.path : undefined;
  return { locale, chosenLocale: requested, locales: ACQUIRER_LOCALES, path, t: TEXTS[locale] };
}
