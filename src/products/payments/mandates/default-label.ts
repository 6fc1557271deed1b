import { MOST_LABEL_CHARACTERS } from './alias-limits.js';

/** What a bank's app lists an agreement by whose partner has named none: the payer has to recognize it. */
export function defaultLabel(serviceName: string): string {
  return [...serviceName].slice(0, MOST_LABEL_CHARACTERS).join('');
}
