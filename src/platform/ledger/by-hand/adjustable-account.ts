/**
 * Accounts that staff may correct. Pending, reserved and held money belongs to sales, refunds and payments that are still on their way: it
 * moves with these, and what a correction took from it would be missing when they end.
 */
export type AdjustableAccount =
  | 'partner:available'
  | 'partner:receivable'
  | 'platform:liquidity'
  | 'platform:rounding'
  | 'platform:commission'
  | 'platform:vat'
  | 'platform:suspense'
  | `platform:clearing:${string}`;

const ACCOUNTS: ReadonlySet<string> = new Set<AdjustableAccount>([
  'partner:available',
  'partner:receivable',
  'platform:liquidity',
  'platform:rounding',
  'platform:commission',
  'platform:vat',
  'platform:suspense',
]);

export function isAdjustable(account: string): account is AdjustableAccount {
  return ACCOUNTS.has(account) || /^platform:clearing:[a-z0-9_-]{1,64}$/.test(account);
}
