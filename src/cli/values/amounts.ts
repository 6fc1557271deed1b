import { InvalidArgumentError } from 'commander';
import { MAX_AMOUNT_MINOR, MAX_SUM_MINOR, parseWrittenAmount } from '../../common/money/amount.js';
import { HUNDRED_PERCENT_BP } from '../../common/money/ratio.js';

/** Parses the amount of one payment. @returns minor units. */
export function parsePositiveAmount(text: string): number {
  const amountMinor = parseWrittenAmount(text.trim());
  if (amountMinor === null || amountMinor === 0 || amountMinor > MAX_AMOUNT_MINOR) {
    throw new InvalidArgumentError('It must be an amount above 0 and at most 999999.99, with at most two decimals.');
  }
  return amountMinor;
}

/** Parses a sum of many payments, which may be above the limit of one payment. @returns minor units. */
export function parseSum(text: string): number {
  const amountMinor = parseWrittenAmount(text.trim());
  if (amountMinor === null || amountMinor === 0 || amountMinor > MAX_SUM_MINOR)
    throw new InvalidArgumentError('It must be an amount above 0, with at most two decimals.');
  return amountMinor;
}

export function parseCurrency(text: string): string {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw new InvalidArgumentError('It must be a currency such as PLN.');
  return code;
}

/** Parses a percentage with at most two decimals. @returns basis points, which are hundredths of a percent. */
export function parseShare(text: string): number {
  const basisPoints = parseWrittenAmount(text.trim());
  if (basisPoints === null || basisPoints > HUNDRED_PERCENT_BP) {
    throw new InvalidArgumentError('It must be a percentage from 0 to 100 with at most two decimals, such as 50 or 47.5.');
  }
  return basisPoints;
}
