import type { AccountKind } from '../account-kind.js';
import type { EntryDraft, PostingDraft } from '../entry-draft.js';

/** Sum of a batch's entries on one account, in minor units, debit positive. */
export interface SettledAmount {
  account: AccountKind;
  partner_id: string | null;
  currency: string;
  total: string;
}

/** Moves the sums of the covered entries from clearing to liquidity and from pending to available. @returns null when all sums are zero. */
export function settlementEntry(reference: string, test: boolean, occurredAt: Date, sums: readonly SettledAmount[]): EntryDraft | null {
  const postings = sums.filter(({ total }) => total !== '0').flatMap(postingsFor);
  return postings.length === 0 ? null : { kind: 'settlement.settled', reference, test, occurredAt, postings };
}

/** An amount without a partner was on the clearing account, all others on `partner:pending`. */
function postingsFor({ account, partner_id: partnerId, currency, total }: SettledAmount): PostingDraft[] {
  const amountMinor = Number(total);
  const makePosting = (kind: AccountKind, minor: number): PostingDraft => ({
    account: kind,
    currency,
    amountMinor: minor,
    ...(partnerId !== null && { partnerId }),
  });
  return [makePosting(account, -amountMinor), makePosting(partnerId === null ? 'platform:liquidity' : 'partner:available', amountMinor)];
}
