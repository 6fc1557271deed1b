import type { EntryDraft } from '../../platform/ledger/entry-draft.js';
import { saleEntry } from '../../platform/ledger/sale-entry.js';

/** What a sold message brought, minor units of PLN. */
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

/** A sold message: the operators collect its gross price together. */
export function receivedEntry({ transactionId, at, ...amounts }: SoldMessage): EntryDraft {
  return saleEntry({ kind: 'sms.received', reference: `sms:${transactionId}`, occurredAt: at, clearing: 'sms', ...amounts });
}
