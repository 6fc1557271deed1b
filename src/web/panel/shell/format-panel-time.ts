import { DateTime } from 'luxon';

/** `2026-11-21 13:05:09` in the time zone. */
export const formatPanelTime = (at: Date, zone: string): string => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
