import type { ConsentTerms } from '../agreements/agreement.js';

const MODELS: Record<ConsentTerms['model'], { name: string; says: string }> = {
  A: { name: 'Fixed payments', says: 'The shop charges a fixed amount at fixed times. The app does not ask again.' },
  O: { name: 'Payments when due', says: 'The shop charges what is due, each time another amount. The app does not ask again.' },
  M: { name: 'Payments you confirm', says: 'The app asks you each time before the shop is paid.' },
};

const UNITS: Readonly<Record<string, string>> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/** What a model of recurring payments means to the payer. */
export function modelWords(model: ConsentTerms['model']): { name: string; says: string } {
  return MODELS[model];
}

/** `1M` as `every month`, `14D` as `every 14 days`. */
export function frequencyWords(frequency: string | null): string {
  const [, count = '', unit = ''] = /^(\d+)([DWMY])$/.exec(frequency ?? '') ?? [];
  const name = UNITS[unit];
  if (name === undefined) return 'whenever it is due';
  return count === '1' ? `every ${name}` : `every ${count} ${name}s`;
}
