import { describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../common/locale.js';
import { formatMoment, formatTimeOfDay } from './format-time.js';

const AT = new Date('2026-11-21T12:05:00Z');

describe('times formatted for payers', () => {
  it.each(LOCALES)('have the hour of the time zone in %s', (locale) => expect(formatTimeOfDay(AT, 'Europe/Warsaw', locale)).toBe('13:05'));

  it.each([
    ['pl', /^21 listopada 2026 \D*13:05 CET$/],
    ['en', /^21 November 2026 at 13:05 CET$/],
    ['uk', /^21 листопада 2026 .*13:05 за варшавським часом$/],
    ['de', /^21\. November 2026 um 13:05 MEZ$/],
    ['pt-BR', /^21 de novembro de 2026 às 13:05 \(horário de Varsóvia\)$/],
  ] as const)('name day and zone in %s', (locale, text) => expect(formatMoment(AT, 'Europe/Warsaw', locale)).toMatch(text));

  it.each([
    ['pt-BR', '21 de novembro de 2026 às 09:05 (horário de Brasília)'],
    ['en', '21 November 2026 at 09:05 GMT-3'],
  ] as const)('have the name of another time zone in %s', (locale, text) =>
    expect(formatMoment(AT, 'America/Sao_Paulo', locale)).toBe(text),
  );
});
