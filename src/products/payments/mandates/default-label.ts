import { MAX_LABEL_LENGTH } from './alias-limits.js';

/** Label of a mandate if the partner sent none: the service's name, so that the payer recognizes the seller in the bank's app. */
export function defaultLabel(serviceName: string): string {
  return [...serviceName].slice(0, MAX_LABEL_LENGTH).join('');
}
