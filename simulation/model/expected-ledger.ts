/** A ledger entry that was compared with the model. */
export interface VerifiedEntry {
  kind: string;
  /** Business time, in milliseconds since 1970. */
  occurredAt: number;
  test: boolean;
  /** Minor units by account. A partner's account is followed by a space and the partner's id. */
  postings: Readonly<Record<string, number>>;
  /** Providers with which it was settled. */
  settledWith: Set<string>;
}

/** Manual entries that move money of clearing accounts and suspense. Payouts do not. */
const MANUAL_KINDS = ['settlement.settled', 'adjustment.made'];

/** All entries of the gateway's ledger that were compared with the model, in their order, and the balances that follow from them. */
export class ExpectedLedger {
  readonly entries: VerifiedEntry[] = [];
  private readonly balances = new Map<string, number>();
  private balancesBefore = new Map<string, number>();

  /** Remembers the balances before the entries of a step. */
  beginStep(): void {
    this.balancesBefore = new Map(this.balances);
  }

  post(entry: Omit<VerifiedEntry, 'settledWith'>): void {
    this.entries.push({ ...entry, settledWith: new Set() });
    for (const [account, minor] of Object.entries(entry.postings)) {
      const key = balanceKey(account, entry.test);
      this.balances.set(key, (this.balances.get(key) ?? 0) + minor);
    }
  }

  /** Debits are positive. @param account followed by the partner's id, as in `VerifiedEntry.postings`. */
  balance(account: string, test: boolean): number {
    return this.balances.get(balanceKey(account, test)) ?? 0;
  }

  /** A partner's available balance. The part that exceeds what the partner owes can be paid out. */
  available(partnerId: string, test: boolean): number {
    return -this.balance(`partner:available ${partnerId}`, test);
  }

  /** What a partner owes (the receivable). It is withheld from payouts. */
  owed(partnerId: string, test: boolean): number {
    return Math.max(0, this.balance(`partner:receivable ${partnerId}`, test));
  }

  /** The available balance before this step. */
  availableBefore(partnerId: string, test: boolean): number {
    return -(this.balancesBefore.get(balanceKey(`partner:available ${partnerId}`, test)) ?? 0);
  }

  /** What the partner owed before this step. */
  owedBefore(partnerId: string, test: boolean): number {
    return Math.max(0, this.balancesBefore.get(balanceKey(`partner:receivable ${partnerId}`, test)) ?? 0);
  }

  /** Sum of the postings of settlements and adjustments on an account. */
  manualMovements(account: string, test: boolean): number {
    return this.entries
      .filter(({ kind, test: isTest }) => MANUAL_KINDS.includes(kind) && isTest === test)
      .reduce((sum, { postings }) => sum + (postings[account] ?? 0), 0);
  }
}

function balanceKey(account: string, test: boolean): string {
  return `${account} ${test}`;
}
