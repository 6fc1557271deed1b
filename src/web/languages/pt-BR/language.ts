import type { Language } from '../language.js';

export const language = {
  region: 'pt-BR',
  name: 'Português (Brasil)',
  language: 'Idioma',
  plurals: ['one', 'many', 'other'],
  currency: 'symbol',
  zones: { 'America/Sao_Paulo': '(horário de Brasília)', 'Europe/Warsaw': '(horário de Varsóvia)' },
} as const satisfies Language;
