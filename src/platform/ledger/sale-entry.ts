import type { EntryDraft, PostingDraft } from './entry-draft.js';

const CURRENCY = 'PLN';

/** What a product sold for a partner; minor units of PLN. */
export interface Sale {
  /** Kind and reference of the entry: the same sale is entered once. */
  kind: string;
  reference: string;
  /** Whether the money is simulated. */
  test: boolean;
  occurredAt: Date;
  /** Through whom the money comes: `platform:clearing:<party>`. */
  clearing: string;
  partnerId: string;
  grossMinor: number;
  netMinor: number;
  /** The partner's share of the net price. */
  partnerMinor: number;
}

/** A sale of which the party that collects owes the gross price; VAT, the partner's share (pending) and the rest as commission stand against it. */
export function saleEntry({
  kind,
  reference,
  test,
  occurredAt,
  clearing,
  partnerId,
  grossMinor,
  netMinor,
  partnerMinor,
}: Sale): EntryDraft {
  const lines: Omit<PostingDraft, 'currency'>[] = [
    { account: `platform:clearing:${clearing}`, amountMinor: grossMinor },
    { account: 'platform:vat', amountMinor: netMinor - grossMinor },
    { account: 'partner:pending', partnerId, amountMinor: -partnerMinor },
    { account: 'platform:commission', amountMinor: partnerMinor - netMinor },
  ];
  const postings = lines.filter(({ amountMinor }) => amountMinor !== 0).map((line) => ({ ...line, currency: CURRENCY }));
  return { kind, reference, test, occurredAt, postings };
}
