/**
 * The gateway's name of an attempt, a code tried, a refund, a consent or a charge: reference and idempotency key at the other party in one.
 * It is what the narrowest of them takes, and a UUID with its dashes is one character too long for that.
 */
const REFERENCE = /^[A-Za-z0-9-]{1,35}$/;
const UUID = /^([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})$/;

export function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

/** As acquirers are told it: the 32 digits of a UUID. */
export function referenceOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

/** The UUID that a reference was made of, in whatever form it came back: with dashes or without, in capitals; null when it is none of ours. */
export function uuidOf(reference: string): string | null {
  const parts = UUID.exec(reference.toLowerCase());
  return parts && [parts[1], ...parts.slice(3)].join('-');
}

/** What two forms of one reference have in common; another party's own name stays as it is. */
export function sameReference(reference: string): string {
  return uuidOf(reference) ?? reference;
}
