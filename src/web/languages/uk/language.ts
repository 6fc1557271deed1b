import type { Language } from '../language.js';

export const language = {
  region: 'uk-UA',
  name: 'Українська',
  language: 'Мова',
  plurals: ['one', 'few', 'many', 'other'],
  currency: 'code',
  zones: { 'Europe/Warsaw': 'за варшавським часом', 'America/Sao_Paulo': 'за бразильським часом' },
} as const satisfies Language;
