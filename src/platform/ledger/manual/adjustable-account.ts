/** Besides the clearing account of each party. */
export const ADJUSTABLE_ACCOUNTS = [
  'partner:available',
  'partner:receivable',
  'platform:liquidity',
  'platform:rounding',
  'platform:commission',
  'platform:vat',
  'platform:suspense',
] as const;

/**
 * Accounts that staff may correct. Pending, reserved and held money belongs to open sales, refunds and payments: a correction would take money
 * that is missing when they end.
 */
export type AdjustableAccount = (typeof ADJUSTABLE_ACCOUNTS)[number] | `platform:clearing:${string}`;

export function isAdjustable(account: string): account is AdjustableAccount {
  return ADJUSTABLE_ACCOUNTS.some((known) => known === account) || /^platform:clearing:[a-z0-9_-]{1,64}$/.test(account);
}
