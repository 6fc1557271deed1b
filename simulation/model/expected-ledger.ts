/** A verified entry. */
export interface VerifiedEntry {
  kind: string;
  /** Its business time. */
  at: number;
  test: boolean;
  /** Minor units by account; a partner's account is followed by the partner. */
  postings: Readonly<Record<string, number>>;
  /** Parties that have settled it. */
  settledWith: Set<string>;
}

const MANUAL_ENTRIES = ['settlement.settled', 'adjustment.made'];

/** All entries that matched what happened, in the order in which they were made. */
export class ExpectedLedger {
  readonly entries: VerifiedEntry[] = [];
  private readonly balances = new Map<string, number>();
  private before = new Map<string, number>();

  /** Entries after this point belong to the current step. */
  beginStep(): void {
    this.before = new Map(this.balances);
  }

  enter(entry: Omit<VerifiedEntry, 'settledWith'>): void {
    this.entries.push({ ...entry, settledWith: new Set() });
    for (const [account, minor] of Object.entries(entry.postings)) {
      const key = keyOf(account, entry.test);
      this.balances.set(key, (this.balances.get(key) ?? 0) + minor);
    }
  }

  /** Debits are positive. @param account followed by the partner, where it is a partner's. */
  balance(account: string, test: boolean): number {
    return this.balances.get(keyOf(account, test)) ?? 0;
  }

  /** A partner's balance. The part of it that exceeds his debt could be paid out. */
  available(partnerId: string, test: boolean): number {
    return -this.balance(`partner:available ${partnerId}`, test);
  }

  /** A partner's debt, which is not paid out. */
  owed(partnerId: string, test: boolean): number {
    return Math.max(0, this.balance(`partner:receivable ${partnerId}`, test));
  }

  /** A partner's balance before this step. */
  availableBefore(partnerId: string, test: boolean): number {
    return -(this.before.get(keyOf(`partner:available ${partnerId}`, test)) ?? 0);
  }

  owedBefore(partnerId: string, test: boolean): number {
    return Math.max(0, this.before.get(keyOf(`partner:receivable ${partnerId}`, test)) ?? 0);
  }

  /** What staff have settled or corrected on an account. */
  movedManually(account: string, test: boolean): number {
    return this.entries
      .filter(({ kind, test: isTest }) => MANUAL_ENTRIES.includes(kind) && isTest === test)
      .reduce((sum, { postings }) => sum + (postings[account] ?? 0), 0);
  }
}

function keyOf(account: string, test: boolean): string {
  return `${account} ${test}`;
}
