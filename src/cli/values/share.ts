import { InvalidArgumentError } from 'commander';
import { parseAmount } from '../../common/money/amount.js';
import { WHOLE_BP } from '../../common/money/ratio.js';

/** Percent, at most two decimals, as basis points. */
export function parseShare(text: string): number {
  const basisPoints = parseAmount(text.trim());
  if (basisPoints === null || basisPoints > WHOLE_BP) {
    throw new InvalidArgumentError('It must be a percentage from 0 to 100 with at most two decimals, such as 50 or 47.5.');
  }
  return basisPoints;
}
