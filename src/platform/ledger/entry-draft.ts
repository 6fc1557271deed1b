import type { AccountKind } from './account-kind.js';

/**
 * One line of an entry. Debit is positive, credit negative. The gateway's debts (`partner:pending`, `partner:available`,
 * `partner:reserved`, `platform:vat`) grow by credit: earnings of 5.00 are posted as −500, and the wallet shows +500.
 */
export interface PostingDraft {
  account: AccountKind;
  /** Given exactly for `partner:*` accounts. */
  partnerId?: string;
  /** ISO 4217, three letters. */
  currency: string;
  /** Minor units, debit positive, credit negative, never zero. */
  amountMinor: number;
}

/** An entry to be posted: at least two postings that sum to zero in each currency. */
export interface EntryDraft {
  /** What happened, e.g. `directbilling.payed`. Together with the reference it is unique: the same entry is posted once. */
  kind: string;
  /** The subject's id, or the id and what of it: `<transactionId>` or `<transactionId>:<what>`. */
  reference: string;
  /** Test money: one of the parties is simulated. It has accounts and wallets of its own. */
  test: boolean;
  /** Business time of what happened. */
  occurredAt: Date;
  postings: readonly PostingDraft[];
}
