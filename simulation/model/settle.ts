import type { Settlement } from './staff-order.js';
import type { ExpectedLedger, VerifiedEntry } from './expected-ledger.js';

/**
 * The expected next entry of a settlement. It covers the next batch of entries: those of them that have a balance with the provider and were
 * not settled with it before. A batch whose balance is zero has no entry. @returns null when the whole period is settled.
 */
export function settleNext(ledger: ExpectedLedger, settlement: Settlement): Record<string, number> | null {
  const { test, provider, from, to, batch } = settlement;
  const period = ledger.entries.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at);
  while (settlement.processed < period.length) {
    const stretch = period.slice(settlement.processed, settlement.processed + batch);
    settlement.processed += stretch.length;
    const due = stretch.filter((entry) => entry.test === test && isDue(entry, provider));
    const moved = paid(due, provider);
    for (const { settledWith } of due) settledWith.add(provider);
    if (Object.keys(moved).length > 0) return moved;
  }
  return null;
}

function isDue({ kind, postings, settledWith }: VerifiedEntry, provider: string): boolean {
  return kind !== 'settlement.settled' && `platform:clearing:${provider}` in postings && !settledWith.has(provider);
}

/** The provider's debt is paid, and partners can be paid what they earned through it. */
function paid(entries: readonly VerifiedEntry[], provider: string): Record<string, number> {
  const moved: Record<string, number> = {};
  const add = (account: string, minor: number): void => void (moved[account] = (moved[account] ?? 0) + minor);
  for (const [account, minor] of entries.flatMap(({ postings }) => Object.entries(postings))) {
    const isPending = account.startsWith('partner:pending ');
    if (!isPending && account !== `platform:clearing:${provider}`) continue;
    add(account, -minor);
    add(isPending ? account.replace('pending', 'available') : 'platform:liquidity', minor);
  }
  return Object.fromEntries(Object.entries(moved).filter(([, minor]) => minor !== 0));
}
