/**
 * A row that contradicts the others. `id` is the entry's id, the partner's id for a wallet, and the reference of the entry for a row of a
 * product that does not agree with it.
 */
export interface BrokenRow {
  table: string;
  id: string;
  reason: string;
}

/** A wallet beside the ids of its accounts by kind; either may be missing. */
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
 * Compares each part of a wallet with the sum of its account's postings, which has the opposite sign: the gateway owes it. What the partner
 * owes has the sign of its postings.
 */
export function brokenWallet(wallet: WalletRow, sums: ReadonlyMap<string, bigint>): BrokenRow | null {
  for (const part of ['pending', 'available', 'reserved'] as const) {
    const balance = BigInt(wallet[`${part}_minor`] ?? 0);
    const posted = -(sums.get(wallet.accounts?.[`partner:${part}`] ?? '') ?? 0n);
    const broken = (reason: string): BrokenRow => ({ table: 'wallet', id: wallet.partner_id, reason });
    if (balance !== posted) return broken(`its ${part} part is ${balance} ${wallet.currency} (minor units), its postings sum to ${posted}`);
    if (balance < 0n) return broken(`its ${part} part is below zero: ${balance} ${wallet.currency} (minor units)`);
  }
  const [owed, posted] = [BigInt(wallet.receivable_minor ?? 0), sums.get(wallet.accounts?.['partner:receivable'] ?? '') ?? 0n];
  if (owed === posted) return null;
  const reason = `what its partner owes is ${owed} ${wallet.currency} (minor units), its postings sum to ${posted}`;
  return { table: 'wallet', id: wallet.partner_id, reason };
}
