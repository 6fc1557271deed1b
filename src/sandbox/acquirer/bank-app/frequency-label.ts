import type { AcquirerTexts } from '../texts/en.js';

type Unit = keyof AcquirerTexts['terms']['every'];

/** A frequency in words: `every month` for `1M`, `every 14 days` for `14D`. Without a frequency, charges are made when they are due. */
export function frequencyLabel(frequency: string | null, { every, whenDue }: AcquirerTexts['terms']): string {
  const [, count = '', unit] = /^(\d+)([DWMY])$/.exec(frequency ?? '') ?? [];
  return unit === undefined ? whenDue : every[unit as Unit](Number(count));
}
