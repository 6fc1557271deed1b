import { parseAmount } from '../../../common/money/amount.js';
import type { LinkAmounts } from '../../../products/payments/links/link-amounts.js';
import type { PaymentLink } from '../../../products/payments/links/payment-link.entity.js';

export type LinkFormProblem = 'missing' | 'malformed' | 'bounds' | 'notTaken';

export const isFixed = ({ amountMinor }: Pick<PaymentLink, 'amountMinor'>): boolean => amountMinor !== null;

const MAX_TYPED = 20;

/** Parses a typed amount such as `49`, `49,90` or `1 234.50`. @returns minor units, or the problem */
export function readChosenAmount(typed: string, { minMinor, maxMinor }: LinkAmounts): number | { problem: LinkFormProblem } {
  const plain = typed.replace(/\s/g, '').replace(',', '.');
  if (plain === '') return { problem: 'missing' };
  const minor = plain.length <= MAX_TYPED ? parseAmount(plain) : null;
  if (minor === null) return { problem: 'malformed' };
  return minor < minMinor || minor > maxMinor ? { problem: 'bounds' } : minor;
}
