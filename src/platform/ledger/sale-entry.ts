import type { EntryDraft, PostingDraft } from './entry-draft.js';

const CURRENCY = 'PLN';

/** A sale for a partner. All amounts are minor units of PLN. */
export interface LedgerSale {
  /** Kind and reference of the entry. Together they are unique, so a sale is posted once. */
  kind: string;
  reference: string;
  /** Whether the payer paid with test money. */
  test: boolean;
  occurredAt: Date;
  /** The operator, channel or `sms` that collects the money. Its account is `platform:clearing:<clearing>`. */
  clearing: string;
  partnerId: string;
  grossMinor: number;
  netMinor: number;
  /** The partner's share of the net price. */
  partnerMinor: number;
}

/**
 * Makes the entry of a sale. The collecting provider owes the gross price. Against it are VAT, the partner's share (pending) and the
 * commission.
 */
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
