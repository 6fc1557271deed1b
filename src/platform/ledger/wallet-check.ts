/**
 * A row that contradicts the others. `id` is the entry's id, the partner's id for a wallet, and the reference of the entry for a row of a
 * product that does not agree with it.
 */
export interface InconsistentRow {
  table: string;
  id: string;
  reason: string;
}

/** What was posted on an account, or stands in its lines. */
export interface AccountSum {
  postings: number;
  total: bigint;
}

export const NOTHING_POSTED: AccountSum = { postings: 0, total: 0n };

/** Compares the lines that a partner reads with the postings that they repeat. */
export function brokenLines(
  { partner_id: id, accounts }: WalletRow,
  lines: ReadonlyMap<string, AccountSum>,
  posted: ReadonlyMap<string, AccountSum>,
): InconsistentRow | null {
  for (const [kind, account] of Object.entries(accounts ?? {})) {
    const [read, entered] = [lines.get(account) ?? NOTHING_POSTED, posted.get(account) ?? NOTHING_POSTED];
    if (read.postings === entered.postings && read.total === entered.total) continue;
    const reason = `${kind} has ${read.postings} lines of ${read.total} (minor units), and ${entered.postings} postings of ${entered.total}`;
    return { table: 'wallet_line', id, reason };
  }
  return null;
}

/** A wallet with the ids of its accounts by kind; either may be missing. */
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
 * Compares each part of a wallet with the sum of its account's postings. The signs are opposite, because the gateway owes the money; those of
 * the partner's debts are the same.
 */
export function findWalletInconsistency(wallet: WalletRow, sums: ReadonlyMap<string, AccountSum>): InconsistentRow | null {
  const postedOn = (kind: string): bigint => (sums.get(wallet.accounts?.[kind] ?? '') ?? NOTHING_POSTED).total;
  for (const part of ['pending', 'available', 'reserved'] as const) {
    const balance = BigInt(wallet[`${part}_minor`] ?? 0);
    const posted = -postedOn(`partner:${part}`);
    const broken = (reason: string): InconsistentRow => ({ table: 'wallet', id: wallet.partner_id, reason });
    if (balance !== posted) return broken(`its ${part} part is ${balance} ${wallet.currency} (minor units), its postings sum to ${posted}`);
    if (balance < 0n) return broken(`its ${part} part is below zero: ${balance} ${wallet.currency} (minor units)`);
  }
  const [owed, posted] = [BigInt(wallet.receivable_minor ?? 0), postedOn('partner:receivable')];
  if (owed === posted) return null;
  const reason = `what its partner owes is ${owed} ${wallet.currency} (minor units), its postings sum to ${posted}`;
  return { table: 'wallet', id: wallet.partner_id, reason };
}
