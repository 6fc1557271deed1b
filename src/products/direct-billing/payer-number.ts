const DIGITS = 8;
const PAYER_NUMBER_FORMAT = /^[0-9a-f]{8}$/i;

/**
 * A number that a payer can read out to staff: the first eight digits of the transaction id. It gives no access to the payer's page,
 * because the other digits of the id cannot be guessed.
 */
export function payerNumberOf(transactionId: string): string {
  return transactionId.slice(0, DIGITS).toUpperCase();
}

/** @returns the first and the last id with this payer number. null when the text is not a payer number. */
export function idsOfPayerNumber(text: string): [string, string] | null {
  if (!PAYER_NUMBER_FORMAT.test(text)) return null;
  const number = text.toLowerCase();
  return [`${number}-0000-0000-0000-000000000000`, `${number}-ffff-ffff-ffff-ffffffffffff`];
}
