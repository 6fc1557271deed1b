/**
 * Reference and idempotency key, at the other party, of an attempt, a code tried, a refund, a mandate or a charge. The strictest party takes
 * 35 characters, and a UUID with its dashes has 36.
 */
const REFERENCE = /^[A-Za-z0-9-]{1,35}$/;
const UUID = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/;

export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

/** The form that acquirers get: the 32 digits of a UUID. */
export function uuidToReference(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** The UUID of a reference that came back, with or without dashes, in any case; null when it is none of ours. */
export function referenceToUuid(reference: string): string | null {
  const parts = UUID.exec(reference.toLowerCase());
  return parts && [parts[1], ...parts.slice(3)].join('-');
}

/** The same text for every spelling of one of our references; a name that another party chose stays as it is. */
export function normalizeReference(reference: string): string {
  return referenceToUuid(reference) ?? reference;
}
