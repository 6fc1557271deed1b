import { InvalidArgumentError } from 'commander';
import { MAX_AMOUNT_MINOR, parseAmount } from '../../common/money/amount.js';

/** An amount in minor units. */
export function parsePositiveAmount(text: string): number {
  const minor = parseAmount(text.trim());
  if (minor === null || minor === 0 || minor > MAX_AMOUNT_MINOR) {
    throw new InvalidArgumentError('It must be an amount above 0 and at most 999999.99, with at most two decimals.');
  }
  return minor;
}
