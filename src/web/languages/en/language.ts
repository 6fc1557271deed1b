import type { Language } from '../language.js';

export const language = {
  region: 'en-GB',
  name: 'English',
  language: 'Language',
  plurals: ['one', 'other'],
  currency: 'code',
} as const satisfies Language;
