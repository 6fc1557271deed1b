/** Accounts that staff may adjust in addition to all clearing accounts. */
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
 * Accounts that staff may adjust. Pending, reserved and held money is excluded, because it belongs to open sales, refunds and payments. An
 * adjustment would take money that is needed when these end.
 */
export type AdjustableAccount = (typeof ADJUSTABLE_ACCOUNTS)[number] | `platform:clearing:${string}`;

export function isAdjustable(account: string): account is AdjustableAccount {
  return ADJUSTABLE_ACCOUNTS.some((adjustable) => adjustable === account) || /^platform:clearing:[a-z0-9_-]{1,64}$/.test(account);
}
