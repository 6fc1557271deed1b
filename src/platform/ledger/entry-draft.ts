import type { AccountKind } from './account-kind.js';

/**
 * One line of an entry. Debit is positive, credit is negative. The accounts of the gateway's debts, such as `partner:available` and
 * `platform:vat`, grow by credit. Earnings of 5.00 are posted as −500, and the wallet shows +500.
 */
export interface PostingDraft {
  account: AccountKind;
  /** Set for `partner:*` accounts, and only for them. */
  partnerId?: string;
  /** ISO 4217, three letters. */
  currency: string;
  /** Minor units, debit positive, credit negative, never zero. */
  amountMinor: number;
}

/** An entry to be posted: at least two postings that sum to zero in each currency. */
export interface EntryDraft {
  /** What happened, e.g. `directbilling.payed`. Kind and reference together are unique, so the same entry is posted once. */
  kind: string;
  /** The subject's id, alone or with a suffix: `<transactionId>` or `<transactionId>:<suffix>`. */
  reference: string;
  /** Whether the entry is about test money, because the provider is simulated. Test money has separate accounts and wallets. */
  test: boolean;
  /** Business time of the event. */
  occurredAt: Date;
  postings: readonly PostingDraft[];
}
