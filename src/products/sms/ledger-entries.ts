import type { EntryDraft } from '../../platform/ledger/entry-draft.js';

const CURRENCY = 'PLN';

/** What a sold message brought, minor units of PLN. */
export interface SoldMessage {
  transactionId: string;
  partnerId: string;
  grossMinor: number;
  netMinor: number;
  partnerMinor: number;
  at: Date;
}

/** A sold message: the operators owe its gross price; VAT, the partner's share and the rest as commission stand against it. */
export function receivedEntry({ transactionId, partnerId, grossMinor, netMinor, partnerMinor, at }: SoldMessage): EntryDraft {
  const lines = [
    { account: 'platform:clearing:sms', amountMinor: grossMinor },
    { account: 'platform:vat', amountMinor: netMinor - grossMinor },
    { account: 'partner:pending', partnerId, amountMinor: -partnerMinor },
    { account: 'platform:commission', amountMinor: partnerMinor - netMinor },
  ] as const;
  return {
    kind: 'sms.received',
    reference: `sms:${transactionId}`,
    occurredAt: at,
    postings: lines.filter((line) => line.amountMinor !== 0).map((line) => ({ ...line, currency: CURRENCY })),
  };
}
