import type { InconsistentRow } from '../checks/check.js';

/** Number and sum of an account's postings or wallet lines. */
export interface AccountSum {
  postings: number;
  total: bigint;
}

export const NOTHING_POSTED: AccountSum = { postings: 0, total: 0n };

/** Compares the wallet lines, which the partner reads, with the postings that the lines repeat. */
export function findLineInconsistency(
  { partner_id: id, accounts }: WalletRow,
  lines: ReadonlyMap<string, AccountSum>,
  posted: ReadonlyMap<string, AccountSum>,
): InconsistentRow | null {
  for (const [kind, account] of Object.entries(accounts ?? {})) {
    const [actual, expected] = [lines.get(account) ?? NOTHING_POSTED, posted.get(account) ?? NOTHING_POSTED];
    if (actual.postings === expected.postings && actual.total === expected.total) continue;
    const reason = `${kind} has ${actual.postings} lines that sum to ${actual.total} (minor units), and ${expected.postings} postings that sum to ${expected.total}`;
    return { table: 'wallet_line', id, reason };
  }
  return null;
}

/** A wallet and the ids of its accounts by kind. Either may be missing. */
export interface WalletRow {
  partner_id: string;
  currency: string;
  pending_minor: string | null;
  available_minor: string | null;
  reserved_minor: string | null;
  receivable_minor: string | null;
  accounts: Record<string, string> | null;
}

/**
 * Compares each part of a wallet with the sum of its account's postings. The signs are opposite, because the gateway owes this money to the
 * partner. The partner's debts have the same sign as their postings.
 */
export function findWalletInconsistency(wallet: WalletRow, sums: ReadonlyMap<string, AccountSum>): InconsistentRow | null {
  const postedOn = (kind: string): bigint => (sums.get(wallet.accounts?.[kind] ?? '') ?? NOTHING_POSTED).total;
  for (const part of ['pending', 'available', 'reserved'] as const) {
    const balance = BigInt(wallet[`${part}_minor`] ?? 0);
    const posted = -postedOn(`partner:${part}`);
    const inconsistency = (reason: string): InconsistentRow => ({ table: 'wallet', id: wallet.partner_id, reason });
    if (balance !== posted)
      return inconsistency(`its ${part} part is ${balance} ${wallet.currency} (minor units), its postings sum to ${posted}`);
    if (balance < 0n) return inconsistency(`its ${part} part is below zero: ${balance} ${wallet.currency} (minor units)`);
  }
  const [owed, posted] = [BigInt(wallet.receivable_minor ?? 0), postedOn('partner:receivable')];
  if (owed === posted) return null;
  const reason = `its receivable is ${owed} ${wallet.currency} (minor units), its postings sum to ${posted}`;
  return { table: 'wallet', id: wallet.partner_id, reason };
}
