import { MAX_LABEL_LENGTH } from './alias-limits.js';

/** The label of a mandate whose partner gave none: the payer should recognize the seller in the bank's app. */
export function defaultLabel(serviceName: string): string {
  return [...serviceName].slice(0, MAX_LABEL_LENGTH).join('');
}
