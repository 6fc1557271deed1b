import type { EntryDraft } from '../../platform/ledger/entry-draft.js';
import { saleEntry } from '../../platform/ledger/sale-entry.js';

/** The values of an SMS transaction for its ledger entry. Amounts are minor units of PLN. */
export interface SmsEntryValues {
  transactionId: string;
  partnerId: string;
  grossMinor: number;
  netMinor: number;
  partnerMinor: number;
  /** Whether the message came from the simulated phone, so that no money was paid. */
  test: boolean;
  at: Date;
}

/** The ledger entry of an SMS transaction. All operators together collect the gross price, so they share the clearing account `sms`. */
export function receivedEntry({ transactionId, at, ...amounts }: SmsEntryValues): EntryDraft {
  return saleEntry({ kind: 'sms.received', reference: `sms:${transactionId}`, occurredAt: at, clearing: 'sms', ...amounts });
}
