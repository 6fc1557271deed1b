import type { Language } from '../language.js';

export const language = {
  region: 'pl-PL',
  name: 'Polski',
  language: 'Język',
  plurals: ['one', 'few', 'many', 'other'],
  currency: 'symbol',
} as const satisfies Language;
