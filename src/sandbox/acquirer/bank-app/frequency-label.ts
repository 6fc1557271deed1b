import type { AcquirerTexts } from '../texts/en.js';

type Unit = keyof AcquirerTexts['terms']['every'];

/** `1M` as `every month`, `14D` as `every 14 days`. */
export function frequencyLabel(frequency: string | null, { every, whenDue }: AcquirerTexts['terms']): string {
  const [, count = '', unit] = /^(\d+)([DWMY])$/.exec(frequency ?? '') ?? [];
  return unit === undefined ? whenDue : every[unit as Unit](Number(count));
}
