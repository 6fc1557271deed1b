/**
 * Reference and idempotency key, at the provider, of an attempt, a submitted code, a refund, a mandate or a charge. The strictest provider accepts
 * 35 characters, and a UUID with its dashes has 36.
 */
const REFERENCE = /^[A-Za-z0-9-]{1,35}$/;
const UUID = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/;

export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

/** The form that is sent to acquirers: the 32 digits of a UUID. */
export function uuidToReference(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** The UUID of a reference from a provider, with or without dashes, in any case; null when the reference is not the gateway's. */
export function referenceToUuid(reference: string): string | null {
  const parts = UUID.exec(reference.toLowerCase());
  // Group 2 is the dash.
  return parts && [parts[1], ...parts.slice(3)].join('-');
}

/** Returns the same text for every spelling of one of the gateway's references. A reference that the provider chose stays unchanged. */
export function normalizeReference(reference: string): string {
  return referenceToUuid(reference) ?? reference;
}
