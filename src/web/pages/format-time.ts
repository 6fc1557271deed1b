import type { Locale } from '../../common/locale.js';
import { REGION } from './locale.js';

/** `13:05` in the given time zone. */
export function formatTimeOfDay(at: Date, timeZone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(REGION[locale], { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/** `21 November 2026` in the given time zone. */
export function formatDay(at: Date, timeZone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(REGION[locale], { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(at);
}

/** `21 November 2026 at 13:05 CET`: with its zone, so that it can be read anywhere. */
export function formatMoment(at: Date, timeZone: string, locale: Locale): string {
  const format: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  };
  return new Intl.DateTimeFormat(REGION[locale], { ...format, timeZone }).format(at);
}
