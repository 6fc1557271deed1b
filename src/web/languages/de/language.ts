import type { Language } from '../language.js';

export const language = {
  region: 'de-DE',
  name: 'Deutsch',
  language: 'Sprache',
  plurals: ['one', 'other'],
  currency: 'code',
} as const satisfies Language;
