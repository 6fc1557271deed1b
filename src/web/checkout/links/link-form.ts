import { parseWrittenAmount } from '../../../common/money/amount.js';
import type { LinkAmounts } from '../../../products/payments/links/link-amounts.js';
import type { PaymentLink } from '../../../products/payments/links/payment-link.entity.js';

/**
 * - `missing`: the payer entered no amount
 * - `malformed`: the text is not an amount
 * - `bounds`: the amount is below the minimum or above the maximum of the link
 * - `notTaken`: no payment was created, although the amount is valid
 */
export type LinkFormProblem = 'missing' | 'malformed' | 'bounds' | 'notTaken';

export const hasFixedAmount = ({ amountMinor }: Pick<PaymentLink, 'amountMinor'>): boolean => amountMinor !== null;

/** The `maxlength` of the field in the template. */
const MAX_AMOUNT_LENGTH = 20;

/** Parses an amount such as `49`, `49,90` or `1 234.50`. @returns minor units, or the problem */
export function parsePayerAmount(input: string, { minMinor, maxMinor }: LinkAmounts): number | { problem: LinkFormProblem } {
  const normalized = input.replace(/\s/g, '').replace(',', '.');
  if (normalized === '') return { problem: 'missing' };
  const amountMinor = normalized.length <= MAX_AMOUNT_LENGTH ? parseWrittenAmount(normalized) : null;
  if (amountMinor === null) return { problem: 'malformed' };
  return amountMinor < minMinor || amountMinor > maxMinor ? { problem: 'bounds' } : amountMinor;
}
