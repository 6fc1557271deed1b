import type { EntryDraft, PostingDraft } from '../../../platform/ledger/entry-draft.js';

/** What an acquirer has taken back, minor units of PLN. */
export interface BookedChargeback {
  id: string;
  transactionId: string;
  partnerId: string;
  channel: string;
  test: boolean;
  plnMinor: number;
  /** How much of it the wallet held. */
  availableMinor: number;
  at: Date;
}

/** The channel owes so much less; the partner gives what is available and owes the rest. The commission is kept, as it is when money is refunded. */
export function chargebackEntry(chargeback: BookedChargeback): EntryDraft {
  const { id, transactionId, partnerId, channel, test, plnMinor, availableMinor, at } = chargeback;
  const lines: Omit<PostingDraft, 'currency'>[] = [
    { account: 'partner:available', partnerId, amountMinor: availableMinor },
    { account: 'partner:receivable', partnerId, amountMinor: plnMinor - availableMinor },
    { account: `platform:clearing:${channel}`, amountMinor: -plnMinor },
  ];
  const postings = lines.filter(({ amountMinor }) => amountMinor !== 0).map((line) => ({ ...line, currency: 'PLN' }));
  return { kind: 'payment.chargeback', reference: `${transactionId}:${id}`, test, occurredAt: at, postings };
}
