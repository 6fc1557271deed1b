/** Those of premium SMS have numbers. */
const TRANSACTION = /^(?:sms:(?<number>\d+)|(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))\b/;

/** Entries of these kinds have a reference of their own. */
const OF_NO_TRANSACTION = /^(adjustment|payout|settlement)\./;

/** The transaction that an entry's reference begins with; null for settlements, payouts and adjustments. */
export function transactionOf(kind: string, reference: string | null): string | null {
  if (OF_NO_TRANSACTION.test(kind)) return null;
  const found = TRANSACTION.exec(reference ?? '')?.groups;
  return found?.['number'] ?? found?.['uuid'] ?? null;
}
