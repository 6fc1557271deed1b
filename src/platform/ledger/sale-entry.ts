import type { EntryDraft, PostingDraft } from './entry-draft.js';

const CURRENCY = 'PLN';

/** A sale for a partner; amounts in minor units of PLN. */
export interface LedgerSale {
  /** Kind and reference of the entry: a sale is entered once. */
  kind: string;
  reference: string;
  /** Whether the money is simulated. */
  test: boolean;
  occurredAt: Date;
  /** The party that collects the money: `platform:clearing:<party>`. */
  clearing: string;
  partnerId: string;
  grossMinor: number;
  netMinor: number;
  /** The partner's share of the net price. */
  partnerMinor: number;
}

/** The entry of a sale: the collecting party owes the gross price, against VAT, the partner's share (pending) and the rest as commission. */
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
}: LedgerSale): EntryDraft {
  const lines: Omit<PostingDraft, 'currency'>[] = [
    { account: `platform:clearing:${clearing}`, amountMinor: grossMinor },
    { account: 'platform:vat', amountMinor: netMinor - grossMinor },
    { account: 'partner:pending', partnerId, amountMinor: -partnerMinor },
    { account: 'platform:commission', amountMinor: partnerMinor - netMinor },
  ];
  const postings = lines.filter(({ amountMinor }) => amountMinor !== 0).map((line) => ({ ...line, currency: CURRENCY }));
  return { kind, reference, test, occurredAt, postings };
}
