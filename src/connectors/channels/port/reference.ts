/**
 * The gateway's name of an attempt, a code tried, a refund, a consent or a charge: reference and idempotency key at the acquirer in one.
 * It is what the narrowest of them takes, and a UUID with its dashes is one character too long for that.
 */
const REFERENCE = /^[A-Za-z0-9-]{1,35}$/;
const DIGITS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

/** The 32 digits of a UUID. */
export function referenceOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** The UUID that `referenceOf` was given, or null when a reference was not made of one. */
export function uuidOf(reference: string): string | null {
  return DIGITS.test(reference) ? reference.replace(DIGITS, '$1-$2-$3-$4-$5') : null;
}
