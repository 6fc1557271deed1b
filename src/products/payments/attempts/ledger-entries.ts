import type { EntryDraft, PostingDraft } from '../../../platform/ledger/entry-draft.js';
import { PLN } from '../exchange-rates/rate.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import type { PaymentTransaction } from '../payments/payment-transaction.entity.js';

/** A posting without its currency, which is always PLN. */
export type PlnPosting = Omit<PostingDraft, 'currency'>;

/**
 * The entry of a paid payment. The acquirer owes the PLN value. The partner's share is available immediately, the rest is commission. A
 * setup payment (amount 0) makes no entry.
 */
export function paidEntry(row: PaymentTransaction, partnerId: string, at: Date): EntryDraft | null {
  return plnEntry('payment.paid', row, row.id, at, [
    { account: clearingAccountOf(row), amountMinor: row.plnMinor },
    ...sharesOf(row, partnerId),
  ]);
}

/** The entry of a held payment. The acquirer owes the PLN value. The partner gets a share only when staff release the held money. */
export function heldEntry(row: PaymentTransaction, at: Date): EntryDraft | null {
  return plnEntry('payment.held', row, row.id, at, [
    { account: clearingAccountOf(row), amountMinor: row.plnMinor },
    { account: 'platform:held', amountMinor: -row.plnMinor },
  ]);
}

/** The entry for held money that staff released. The partner gets the share, the rest is commission. */
export function releasedPaymentEntry(row: PaymentTransaction, partnerId: string, at: Date): EntryDraft | null {
  return plnEntry('payment.released', row, row.id, at, [
    { account: 'platform:held', amountMinor: row.plnMinor },
    ...sharesOf(row, partnerId),
  ]);
}

/** The entry for held money that staff rejected, which becomes suspense money. */
export function heldRejectedEntry(row: PaymentTransaction, at: Date): EntryDraft | null {
  return plnEntry('payment.refused', row, row.id, at, [
    { account: 'platform:held', amountMinor: row.plnMinor },
    { account: 'platform:suspense', amountMinor: -row.plnMinor },
  ]);
}

/** The entry for suspense money: the payment is paid already, the mandate's limits are used up, or the amount is not the attempt's. */
export function paymentSuspenseEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspenseEntry('payment.suspense', attempt, attempt.suspenseMinor ?? 0, at);
}

export function paymentSuspenseReversedEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspenseEntry('payment.suspense_returned', attempt, -(attempt.suspenseMinor ?? 0), at);
}

/** The entry after the acquirer took a reversal back: the money is suspense money again. */
export function suspenseRestoredEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspenseEntry('payment.suspense_taken_back', attempt, attempt.suspenseMinor ?? 0, at);
}

/** Takes a wrong amount out of suspense. The acquirer captured the attempt's amount, which another entry books to the payment. */
export function correctedEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspenseEntry('payment.suspense_corrected', attempt, -(attempt.suspenseMinor ?? 0), at);
}

function suspenseEntry(kind: string, attempt: PaymentAttempt, clearingMinor: number, at: Date): EntryDraft | null {
  const { transactionId, reference, channel } = attempt;
  return plnEntry(kind, attempt, `${transactionId}:${reference}`, at, [
    { account: `platform:clearing:${channel}`, amountMinor: clearingMinor },
    { account: 'platform:suspense', amountMinor: -clearingMinor },
  ]);
}

function sharesOf({ id, commissionMinor, partnerMinor }: PaymentTransaction, partnerId: string): PlnPosting[] {
  if (commissionMinor === null || partnerMinor === null) throw new Error(`Payment ${id} is paid but has no commission and partner amount`);
  return [
    { account: 'partner:available', partnerId, amountMinor: -partnerMinor },
    { account: 'platform:commission', amountMinor: -commissionMinor },
  ];
}

function clearingAccountOf({ id, channel }: PaymentTransaction): `platform:clearing:${string}` {
  if (!channel) throw new Error(`Payment ${id} is paid or held but has no channel`);
  return `platform:clearing:${channel}`;
}

/** Makes an entry in PLN, without postings of 0. @returns null when all postings are 0. */
export function plnEntry(
  kind: string,
  { test }: { test: boolean },
  reference: string,
  occurredAt: Date,
  plnPostings: readonly PlnPosting[],
): EntryDraft | null {
  const postings = plnPostings.filter(({ amountMinor }) => amountMinor !== 0).map((posting) => ({ ...posting, currency: PLN }));
  return postings.length === 0 ? null : { kind, reference, test, occurredAt, postings };
}
