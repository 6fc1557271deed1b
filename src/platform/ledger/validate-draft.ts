import { assertMinor } from '../../common/money/amount.js';
import { isPartnerAccount } from './account-kind.js';
import type { EntryDraft, PostingDraft } from './entry-draft.js';

/**
 * Rejects a draft that the database would refuse at commit, where the cause is harder to find.
 * @throws Error that names the entry. An invalid draft is a defect in the program, not invalid input of a partner.
 */
export function validateDraft(entry: EntryDraft): void {
  const reject = (reason: string): never => {
    throw new Error(`Ledger entry ${entry.kind} of ${entry.reference}: ${reason}`);
  };
  if (entry.kind === '' || entry.reference === '') reject('an entry needs a kind and a reference');
  if (entry.postings.length < 2) reject('an entry needs at least two postings');
  for (const posting of entry.postings) {
    if (!Number.isSafeInteger(posting.amountMinor) || posting.amountMinor === 0) reject(`${posting.amountMinor} is not an amount to post`);
    if (isPartnerAccount(posting.account) !== (posting.partnerId !== undefined))
      reject(`${posting.account} with partner ${posting.partnerId}, but partner:* accounts and only these have a partner`);
  }
  for (const [currency, sum] of sumByCurrency(entry.postings)) if (sum !== 0) reject(`the postings in ${currency} sum to ${sum}`);
}

function sumByCurrency(postings: readonly PostingDraft[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of postings) {
    const sum = (sums.get(currency) ?? 0) + amountMinor;
    assertMinor(sum);
    sums.set(currency, sum);
  }
  return sums;
}
