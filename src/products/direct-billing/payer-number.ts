const DIGITS = 8;
const NUMBER = /^[0-9a-f]{8}$/i;

/** What a payer can read out: the beginning of the transaction's id. What is left of it is still too much to be guessed. */
export function payerNumberOf(transactionId: string): string {
  return transactionId.slice(0, DIGITS).toUpperCase();
}

/** The first and the last id that have a number; null where the text is none. */
export function idsOfPayerNumber(text: string): [string, string] | null {
  if (!NUMBER.test(text)) return null;
  const number = text.toLowerCase();
  return [`${number}-0000-0000-0000-000000000000`, `${number}-ffff-ffff-ffff-ffffffffffff`];
}
