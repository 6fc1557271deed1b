import { InvalidArgumentError } from 'commander';
import { parseAmount } from '../../../common/money/amount.js';
import type { TierShares } from '../../../products/direct-billing/commission/tariff.js';

const MAX_BP = 9_900;

/** `30,30,25.5`: percent of the net price for each tier. Percent with two decimals are basis points. */
export function parseShares(text: string): TierShares {
  const [low, middle, high, ...rest] = text.split(',').map((part) => parseAmount(part.trim()) ?? Infinity);
  if (low === undefined || middle === undefined || high === undefined || rest.length > 0 || Math.max(low, middle, high) > MAX_BP) {
    throw new InvalidArgumentError('It must be three percentages from 0 to 99 with at most two decimals, such as 30,30,25.5.');
  }
  return [low, middle, high];
}
