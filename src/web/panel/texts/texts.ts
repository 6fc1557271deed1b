import type { Request } from 'express';
import { requestedLocale } from '../../pages/locale.js';
import { PANEL_EN, type PanelTexts } from './en.js';
import { PANEL_PL } from './pl.js';

export type { PanelTexts };

/** The languages of the panel. Payers' pages have more languages. */
export const PANEL_LOCALES = ['pl', 'en'] as const;
export type PanelLocale = (typeof PANEL_LOCALES)[number];

export const PANEL_TEXTS: Readonly<Record<PanelLocale, PanelTexts>> = { pl: PANEL_PL, en: PANEL_EN };

const isPanelLocale = (locale: string | null): locale is PanelLocale => PANEL_LOCALES.some((known) => known === locale);

/** The language that the person chose with `?lang=`, otherwise the browser's, otherwise Polish. */
export function panelLocale(request: Request): PanelLocale {
  const [asked, accepted] = [requestedLocale(request), request.acceptsLanguages(...PANEL_LOCALES)];
  if (isPanelLocale(asked)) return asked;
  return accepted !== false && isPanelLocale(accepted) ? accepted : 'pl';
}
