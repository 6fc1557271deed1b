/** Transactions of premium SMS have numbers, all others UUIDs. */
const TRANSACTION = /^(?:sms:(?<number>\d+)|(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))\b/;

/** Kinds of entries whose reference is not a transaction. */
const KIND_WITHOUT_TRANSACTION = /^(adjustment|payout|settlement)\./;

/** The id of the transaction with which an entry's reference begins. Null for settlements, payouts, adjustments and other references. */
export function transactionOf(kind: string, reference: string | null): string | null {
  if (KIND_WITHOUT_TRANSACTION.test(kind)) return null;
  const groups = TRANSACTION.exec(reference ?? '')?.groups;
  return groups?.['number'] ?? groups?.['uuid'] ?? null;
}
