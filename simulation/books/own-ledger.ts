/** An entry that said what happened. */
export interface RightEntry {
  kind: string;
  /** Business time that is kept with it. */
  at: number;
  test: boolean;
  /** Minor units by account; behind a partner's account stands the partner. */
  lines: Readonly<Record<string, number>>;
  /** Parties that have paid it. */
  settledWith: Set<string>;
}

const BY_HAND = ['settlement.settled', 'adjustment.made'];

/** All entries that were compared with what happened and were right, in the order in which they were made. */
export class OwnLedger {
  readonly entries: RightEntry[] = [];
  private readonly balances = new Map<string, number>();
  private before = new Map<string, number>();

  /** What is entered from here on is this step's. */
  beginStep(): void {
    this.before = new Map(this.balances);
  }

  enter(entry: Omit<RightEntry, 'settledWith'>): void {
    this.entries.push({ ...entry, settledWith: new Set() });
    for (const [account, minor] of Object.entries(entry.lines)) {
      const key = keyOf(account, entry.test);
      this.balances.set(key, (this.balances.get(key) ?? 0) + minor);
    }
  }

  /** Debit positive. @param account with the partner behind it where it is one's. */
  balance(account: string, test: boolean): number {
    return this.balances.get(keyOf(account, test)) ?? 0;
  }

  /** What a partner has; less what he owes it could be paid out. */
  available(partnerId: string, test: boolean): number {
    return -this.balance(`partner:available ${partnerId}`, test);
  }

  /** What a partner owes: it is not paid out. */
  owed(partnerId: string, test: boolean): number {
    return Math.max(0, this.balance(`partner:receivable ${partnerId}`, test));
  }

  /** What a partner had before this step. */
  availableBefore(partnerId: string, test: boolean): number {
    return -(this.before.get(keyOf(`partner:available ${partnerId}`, test)) ?? 0);
  }

  owedBefore(partnerId: string, test: boolean): number {
    return Math.max(0, this.before.get(keyOf(`partner:receivable ${partnerId}`, test)) ?? 0);
  }

  /** What staff have moved on an account: settled or corrected. */
  movedByHand(account: string, test: boolean): number {
    return this.entries
      .filter(({ kind, test: isTest }) => BY_HAND.includes(kind) && isTest === test)
      .reduce((sum, { lines }) => sum + (lines[account] ?? 0), 0);
  }
}

function keyOf(account: string, test: boolean): string {
  return `${account} ${test}`;
}
