import type { EntryDraft } from '../../platform/ledger/entry-draft.js';
import { saleEntry } from '../../platform/ledger/sale-entry.js';

/** Amounts are minor units of PLN. */
export interface SoldMessage {
  transactionId: string;
  partnerId: string;
  grossMinor: number;
  netMinor: number;
  partnerMinor: number;
  /** From the simulated phone: no money was paid. */
  test: boolean;
  at: Date;
}

/** The gross price of a sold message is collected by all operators together. */
export function receivedEntry({ transactionId, at, ...amounts }: SoldMessage): EntryDraft {
  return saleEntry({ kind: 'sms.received', reference: `sms:${transactionId}`, occurredAt: at, clearing: 'sms', ...amounts });
}
