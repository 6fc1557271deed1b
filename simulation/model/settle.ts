import type { Settlement } from './staff-command.js';
import type { ExpectedLedger, VerifiedEntry } from './expected-ledger.js';

/**
 * Settles further batches of the period in the model, up to the first batch that has a settlement entry. This entry covers the ledger
 * entries of the batch that concern the provider and are not settled. A batch whose postings sum to zero has no settlement entry.
 * @returns the postings of that entry by account; null when the whole period is settled.
 */
export function settleNextBatch(ledger: ExpectedLedger, settlement: Settlement): Record<string, number> | null {
  const { test, provider, from, to, batchSize } = settlement;
  const period = ledger.entries
    .filter(({ occurredAt }) => occurredAt >= from && occurredAt < to)
    .sort((a, b) => a.occurredAt - b.occurredAt);
  while (settlement.processedCount < period.length) {
    const batch = period.slice(settlement.processedCount, settlement.processedCount + batchSize);
    settlement.processedCount += batch.length;
    const unsettled = batch.filter((entry) => entry.test === test && isUnsettled(entry, provider));
    const postings = settlementPostings(unsettled, provider);
    for (const { settledWith } of unsettled) settledWith.add(provider);
    if (Object.keys(postings).length > 0) return postings;
  }
  return null;
}

function isUnsettled({ kind, postings, settledWith }: VerifiedEntry, provider: string): boolean {
  return kind !== 'settlement.settled' && `platform:clearing:${provider}` in postings && !settledWith.has(provider);
}

/**
 * The provider's debt becomes liquidity, and what partners earned through it becomes available. Accounts with a sum of zero are left out.
 */
function settlementPostings(entries: readonly VerifiedEntry[], provider: string): Record<string, number> {
  const movements: Record<string, number> = {};
  const add = (account: string, minor: number): void => void (movements[account] = (movements[account] ?? 0) + minor);
  for (const [account, minor] of entries.flatMap(({ postings }) => Object.entries(postings))) {
    const isPending = account.startsWith('partner:pending ');
    if (!isPending && account !== `platform:clearing:${provider}`) continue;
    add(account, -minor);
    add(isPending ? account.replace('pending', 'available') : 'platform:liquidity', minor);
  }
  return Object.fromEntries(Object.entries(movements).filter(([, minor]) => minor !== 0));
}
