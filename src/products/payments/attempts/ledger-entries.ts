import type { EntryDraft, PostingDraft } from '../../../platform/ledger/entry-draft.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import type { PaymentTransaction } from '../transactions/payment-transaction.entity.js';

const CURRENCY = 'PLN';

type Line = Omit<PostingDraft, 'currency'>;

/** Paid: the channel owes the PLN value; the partner's part of it can be used at once, the rest is the gateway's. A consent of 0 is no entry. */
export function paidEntry(row: PaymentTransaction, partnerId: string, at: Date): EntryDraft | null {
  return entry('payment.paid', row, row.id, at, [{ account: clearingOf(row), amountMinor: row.plnMinor }, ...sharesOf(row, partnerId)]);
}

/** The money is there, and nobody's until it is known whether the payment is a fraud. */
export function heldEntry(row: PaymentTransaction, at: Date): EntryDraft | null {
  return entry('payment.held', row, row.id, at, [
    { account: clearingOf(row), amountMinor: row.plnMinor },
    { account: 'platform:held', amountMinor: -row.plnMinor },
  ]);
}

export function releasedEntry(row: PaymentTransaction, partnerId: string, at: Date): EntryDraft | null {
  return entry('payment.released', row, row.id, at, [{ account: 'platform:held', amountMinor: row.plnMinor }, ...sharesOf(row, partnerId)]);
}

/** From here on it goes the way of all money that is no payment's. */
export function refusedEntry(row: PaymentTransaction, at: Date): EntryDraft | null {
  return entry('payment.refused', row, row.id, at, [
    { account: 'platform:held', amountMinor: row.plnMinor },
    { account: 'platform:suspense', amountMinor: -row.plnMinor },
  ]);
}

/** Money that came for a payment which has been paid already, or another sum than it asked for. */
export function suspenseEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspense('payment.suspense', attempt, attempt.suspenseMinor ?? 0, at);
}

export function returnedEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspense('payment.suspense_returned', attempt, -(attempt.suspenseMinor ?? 0), at);
}

/** It was no return after all. */
export function takenBackEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspense('payment.suspense_taken_back', attempt, attempt.suspenseMinor ?? 0, at);
}

/** Another sum was entered than the acquirer took, which is entered as the payment's. */
export function correctedEntry(attempt: PaymentAttempt, at: Date): EntryDraft | null {
  return suspense('payment.suspense_corrected', attempt, -(attempt.suspenseMinor ?? 0), at);
}

function suspense(kind: string, attempt: PaymentAttempt, clearingMinor: number, at: Date): EntryDraft | null {
  const { transactionId, reference, channel } = attempt;
  return entry(kind, attempt, `${transactionId}:${reference}`, at, [
    { account: `platform:clearing:${channel}`, amountMinor: clearingMinor },
    { account: 'platform:suspense', amountMinor: -clearingMinor },
  ]);
}

function sharesOf({ id, commissionMinor, partnerMinor }: PaymentTransaction, partnerId: string): Line[] {
  if (commissionMinor === null || partnerMinor === null) throw new Error(`Payment ${id} has money and no shares`);
  return [
    { account: 'partner:available', partnerId, amountMinor: -partnerMinor },
    { account: 'platform:commission', amountMinor: -commissionMinor },
  ];
}

function clearingOf({ id, channel }: PaymentTransaction): `platform:clearing:${string}` {
  if (!channel) throw new Error(`Payment ${id} has money without a channel`);
  return `platform:clearing:${channel}`;
}

function entry(kind: string, { test }: { test: boolean }, reference: string, occurredAt: Date, lines: readonly Line[]): EntryDraft | null {
  const postings = lines.filter(({ amountMinor }) => amountMinor !== 0).map((line) => ({ ...line, currency: CURRENCY }));
  return postings.length === 0 ? null : { kind, reference, test, occurredAt, postings };
}
