import { assertMinor } from '../../common/money/amount.js';
import { isPartnerAccount } from './account-kind.js';
import type { EntryDraft, PostingDraft } from './entry-draft.js';

/**
 * Refuses a draft that the database would refuse at commit, where the cause is harder to find.
 * @throws Error naming the entry: a wrong draft is a mistake in the program, never the caller's.
 */
export function validateDraft(entry: EntryDraft): void {
  const refuse = (why: string): never => {
    throw new Error(`Ledger entry ${entry.kind} of ${entry.reference}: ${why}`);
  };
  if (entry.kind === '' || entry.reference === '') refuse('an entry needs a kind and a reference');
  if (entry.postings.length < 2) refuse('an entry needs at least two postings');
  for (const posting of entry.postings) {
    if (!Number.isSafeInteger(posting.amountMinor) || posting.amountMinor === 0) refuse(`${posting.amountMinor} is not an amount to post`);
    if (isPartnerAccount(posting.account) !== (posting.partnerId !== undefined))
      refuse(`${posting.account} with partner ${posting.partnerId}`);
  }
  for (const [currency, sum] of sums(entry.postings)) if (sum !== 0) refuse(`the postings in ${currency} sum to ${sum}`);
}

function sums(postings: readonly PostingDraft[]): Map<string, number> {
  const byCurrency = new Map<string, number>();
  for (const { currency, amountMinor } of postings) {
    const sum = (byCurrency.get(currency) ?? 0) + amountMinor;
    assertMinor(sum);
    byCurrency.set(currency, sum);
  }
  return byCurrency;
}
