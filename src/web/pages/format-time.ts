import type { Locale } from '../../common/locale.js';
import { LANGUAGES } from '../languages/languages.js';

/** `13:05` in the given time zone. */
export function formatTimeOfDay(at: Date, timeZone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(LANGUAGES[locale].region, { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/** `21 November 2026` in the given time zone. */
export function formatDay(at: Date, timeZone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(LANGUAGES[locale].region, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at);
}

/** `21 November 2026 at 13:05 CET` in the given time zone. */
export function formatMoment(at: Date, timeZone: string, locale: Locale): string {
  const { region, zones } = LANGUAGES[locale];
  // Without a name in LANGUAGES, the formatter adds its own short name of the zone.
  const zoneName = zones?.[timeZone];
  const format = new Intl.DateTimeFormat(region, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    ...(!zoneName && { timeZoneName: 'short' }),
  });
  return [format.format(at), zoneName].filter(Boolean).join(' ');
}
