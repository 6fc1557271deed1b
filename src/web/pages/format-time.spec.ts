import { describe, expect, it } from '@jest/globals';
import { formatMoment, formatTimeOfDay } from './format-time.js';

const AT = new Date('2026-11-21T12:05:00Z');

describe('times as payers read them', () => {
  it.each(['pl', 'en', 'uk', 'de'] as const)('have the hour of their zone in %s', (locale) =>
    expect(formatTimeOfDay(AT, 'Europe/Warsaw', locale)).toBe('13:05'),
  );

  it.each([
    ['pl', /^21 listopada 2026 \D*13:05 CET$/],
    ['en', /^21 November 2026 at 13:05 CET$/],
    ['uk', /^21 листопада 2026 .*13:05 \S+$/],
    ['de', /^21\. November 2026 um 13:05 MEZ$/],
  ] as const)('name day and zone in %s', (locale, text) => expect(formatMoment(AT, 'Europe/Warsaw', locale)).toMatch(text));
});
