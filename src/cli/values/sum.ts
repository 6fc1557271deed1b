import { InvalidArgumentError } from 'commander';
import { parseAmount } from '../../common/money/amount.js';

const MAX_MINOR = 99_999_999_999_99;

/** A sum of many payments, in minor units: more than one of them may be. */
export function parseSum(text: string): number {
  const minor = parseAmount(text.trim());
  if (minor === null || minor === 0 || minor > MAX_MINOR)
    throw new InvalidArgumentError('It must be an amount above 0, with at most two decimals.');
  return minor;
}
